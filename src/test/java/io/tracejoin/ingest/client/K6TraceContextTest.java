package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class K6TraceContextTest {

  private static final String ID = "dc0718189caa6d9ab7645b1f0c9a7e21";
  private static final String SENT = "00-" + ID + "-00000000006ad0ef-01";

  @ParameterizedTest
  @ValueSource(strings = {"trace_id", "traceId", "traceID", "traceparent", "trace_header"})
  void findsTheIdUnderEveryNameInMetadataAndTags(String key) {
    assertThat(K6TraceContext.of(new K6Tags(Map.of(), Map.of(key, ID))))
        .isEqualTo(new K6TraceContext(TraceId.parse(ID), null, null));
    assertThat(K6TraceContext.of(new K6Tags(Map.of(key, ID.toUpperCase(Locale.ROOT)), Map.of())))
        .isEqualTo(new K6TraceContext(TraceId.parse(ID), null, null));
  }

  @Test
  void prefersMetadata() {
    var tags = new K6Tags(Map.of("trace_id", "0".repeat(31) + "1"), Map.of("traceID", ID));
    assertThat(K6TraceContext.of(tags))
        .isEqualTo(new K6TraceContext(TraceId.parse(ID), null, null));
  }

  @Test
  void takesParentAndFlagFromATraceparent() {
    var expected = new K6TraceContext(TraceId.parse(ID), new SpanId(0x6ad0ef), true);
    assertThat(K6TraceContext.of(new K6Tags(Map.of("traceparent", SENT), Map.of())))
        .isEqualTo(expected);
    assertThat(K6TraceContext.of(new K6Tags(Map.of("traceparent", SENT), Map.of("trace_id", ID))))
        .isEqualTo(expected);
    var unsampled = Map.of("trace_header", SENT.substring(0, 53) + "00");
    assertThat(K6TraceContext.of(new K6Tags(Map.of(), unsampled)))
        .isEqualTo(new K6TraceContext(TraceId.parse(ID), new SpanId(0x6ad0ef), false));
  }

  @Test
  void doesNotTakeTheParentOfAnotherTrace() {
    var stale = new K6Tags(Map.of("traceparent", SENT), Map.of("trace_id", "0".repeat(31) + "1"));
    assertThat(K6TraceContext.of(stale))
        .isEqualTo(new K6TraceContext(new TraceId(0, 1), null, null));
  }

  @Test
  void takesTheParentFromSpanId() {
    var tags = new K6Tags(Map.of(), Map.of("trace_id", ID, "span_id", "00000000006ad0ef"));
    assertThat(K6TraceContext.of(tags))
        .isEqualTo(new K6TraceContext(TraceId.parse(ID), new SpanId(0x6ad0ef), null));
  }

  @Test
  void padsShortIds() {
    assertThat(K6TraceContext.of(new K6Tags(Map.of(), Map.of("trace_id", "b7645b1f0c9a7e21"))))
        .isEqualTo(new K6TraceContext(new TraceId(0, 0xb7645b1f0c9a7e21L), null, null));
  }

  @Test
  void hasNoneWhereTheScriptToldNone() {
    assertThat(K6TraceContext.of(new K6Tags(Map.of("name", "x"), Map.of()))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"undefined", "00000000000000000000000000000000", "0000000000000000"})
  void refusesWhatIsNoId(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> K6TraceContext.of(new K6Tags(Map.of(), Map.of("trace_id", text))))
        .withMessageStartingWith("trace_id: ");
  }
}
