package io.tracejoin.report;

import io.tracejoin.budget.RunConditions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whether a run was made under the conditions that a budget is meant for. */
final class OtherConditions {

  private static final BigDecimal WITHIN = new BigDecimal("0.05");
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode declaration;
  private final Report report;
  private final List<String> others = new ArrayList<>();

  OtherConditions(String declaration, Report report) {
    this.declaration = JSON.readTree(declaration);
    this.report = report;
  }

  /** What differs, each with what is expected and what there is; not declared is other. */
  List<String> than(RunConditions meant) {
    compare("kind", meant.kind(), declaration.path("kind"));
    compare("token_profile", meant.tokenProfile(), declaration.path("token_profile"));
    meant
        .conditions()
        .forEach((name, value) -> compare(name, value, declaration.path("conditions").path(name)));
    rate(meant.targetRate());
    return List.copyOf(others);
  }

  private void compare(String field, @Nullable String expected, JsonNode declared) {
    if (expected != null && !expected.equals(declared.asString(""))) {
      add(field, expected, declared.isMissingNode() ? null : declared.asString(""));
    }
  }

  private void rate(@Nullable BigDecimal expected) {
    if (expected == null) {
      return;
    }
    BigDecimal rate = rate();
    if (rate == null || rate.subtract(expected).abs().compareTo(expected.multiply(WITHIN)) > 0) {
      add("target_rate", expected.toPlainString(), rate == null ? null : rate.toPlainString());
    }
  }

  private @Nullable BigDecimal rate() {
    JsonNode declared = declaration.path("load").path("target_rate");
    LoadReport load = report.load();
    return declared.isNumber() ? declared.decimalValue() : load == null ? null : load.targetPerS();
  }

  private void add(String field, String expected, @Nullable String found) {
    others.add(
        "%s: expected '%s', %s"
            .formatted(field, expected, found == null ? "not declared" : "got '" + found + "'"));
  }
}
