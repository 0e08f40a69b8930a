package io.tracejoin.decompose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every vector, to the nanosecond. */
class VectorsTest {

  static Stream<String> vectors() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/vectors"))) {
      List<String> names = files.map(it -> it.getFileName().toString()).sorted().toList();
      assertThat(names).hasSize(22);
      return names.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void isMetExactly(String file) {
    JsonNode vector = OtlpJson.resource("/vectors/" + file);
    List<Span> spans = OtlpJson.spans(vector.path("otlp"));

    JoinedRequest row = Traces.joinOne(spans, record(vector.path("client")));

    JsonNode expect = vector.path("expect");
    assertThat(row.state().code()).isEqualTo(expect.path("state").asString());
    assertThat(Traces.codes(row)).isEqualTo(texts(expect.path("anomalies")));
    if (expect.path("breakdown").isNull()) {
      assertThat(row.breakdown()).isNull();
    } else {
      assertBreakdown(Traces.breakdown(row), expect.path("breakdown"));
    }
  }

  private static void assertBreakdown(Breakdown breakdown, JsonNode expected) {
    Map<Phase, Long> phases = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      Long nanos = breakdown.get(Measure.of(phase));
      if (nanos != null) {
        phases.put(phase, nanos);
      }
    }
    assertThat(phases).isEqualTo(phases(expected.path("phases")));
    assertThat(breakdown.rawPhases()).isEqualTo(phases(expected.path("raw_phases")));
    for (Measure measure :
        List.of(Measure.SERVER_ROOT, Measure.UNATTRIBUTED, Measure.NETWORK_ENVELOPE)) {
      assertThat(breakdown.get(measure))
          .as(measure.code())
          .isEqualTo(nanos(expected.path(measure.field())));
    }
  }

  private static Map<Phase, Long> phases(JsonNode node) {
    Map<Phase, Long> phases = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      Long nanos = nanos(node.path(phase.code()));
      if (nanos != null) {
        phases.put(phase, nanos);
      }
    }
    return phases;
  }

  private static @Nullable Long nanos(JsonNode millis) {
    return millis.isNumber()
        ? (Long) new BigDecimal(millis.toString()).movePointRight(6).longValueExact()
        : null;
  }

  private static Set<String> texts(JsonNode list) {
    Set<String> texts = new HashSet<>();
    list.forEach(it -> texts.add(it.asString()));
    return texts;
  }

  private static ClientRecord record(JsonNode node) {
    String parent = node.path("parent_span_id").asString("");
    String kind = node.path("ttft_kind").asString("");
    ClientTimes times =
        new ClientTimes(
            null,
            null,
            nanos(node.path("total_ms")),
            nanos(node.path("ttft_ms")),
            kind.isEmpty() ? null : TtftKind.parse(kind),
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    JsonNode streaming = node.path("streaming");
    JsonNode tokens = node.path("output_tokens");
    return new ClientRecord(
        TraceId.parse(node.path("trace_id").asString()).uuid(),
        true,
        parent.isEmpty() ? null : SpanId.parse("parent_span_id", parent),
        Outcome.parse(node.path("outcome").asString()),
        node.path("status").asInt(),
        null,
        false,
        times,
        Traces.labels(
            streaming.isBoolean() ? streaming.asBoolean() : null,
            tokens.isNumber() ? tokens.asInt() : null),
        0);
  }
}
