package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestRowTest {

  @Test
  void aTextIsNoFormulaInASpreadsheetAndANumberStaysANumber() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("scenario", "=HYPERLINK(\"https://evil.test\")");
    fields.put("model", "@SUM(A1)");
    fields.put("route", "eu-a");
    fields.put("network_envelope_ms", new BigDecimal("-0.5"));
    fields.put("anomalies", List.of("a", "b"));
    fields.put("region", null);

    assertThat(new RequestRow(fields).cells())
        .containsExactly(
            "'=HYPERLINK(\"https://evil.test\")", "'@SUM(A1)", "eu-a", "-0.5", "a b", "");
  }
}
