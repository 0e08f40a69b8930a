package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Each shipped profile on a trace as its emitter writes it, to the nanosecond. */
class ProfilesTest {

  static Stream<String> traces() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/profiles"))) {
      return files.map(it -> it.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void splitsAsItsEmitterMeansIt(String file) {
    JsonNode trace = OtlpJson.resource("/profiles/" + file);

    JoinedRequest row = join(OtlpJson.spans(trace.path("otlp")));

    JsonNode expected = trace.path("expect");
    Breakdown it = breakdown(row);
    assertThat(phases(it)).isEqualTo(phases(expected.path("phases")));
    assertThat(it.get(Measure.SERVER_ROOT)).isEqualTo(nanos(expected.path("server_root_ms")));
    assertThat(it.get(Measure.UNATTRIBUTED)).isEqualTo(nanos(expected.path("unattributed_ms")));
    assertThat(it.get(Measure.SERVER_TTFT)).isEqualTo(nanos(expected.path("server_ttft_ms")));
    assertThat(it.serverTtftKind() == null ? null : it.serverTtftKind().code())
        .isEqualTo(expected.path("server_ttft_kind").asString(null));
    assertThat(it.attempts()).isEqualTo(expected.path("attempts").asInt());
    assertThat(codes(row))
        .containsExactlyInAnyOrderElementsOf(
            expected.path("anomalies").valueStream().map(JsonNode::asString).toList());
  }

  @Test
  void aSpanSaysWhichRuleTookIt() {
    JsonNode trace = OtlpJson.resource("/profiles/litellm-before-vllm.json");
    List<Span> spans = OtlpJson.spans(trace.path("otlp"));

    List<MappedSpan> mapped = Traces.JOIN.mapped(input(spans));

    assertThat(mapped)
        .extracting(
            it -> it.span().name() + " " + it.depth() + " " + it.profile() + " " + it.phase())
        .containsExactlyInAnyOrder(
            "POST /v1/chat/completions 0 null null",
            "POST /v1/chat/completions http send 1 noise null",
            "auth /v1/chat/completions 1 litellm GATEWAY",
            "chat demo-8b-instruct 1 litellm null",
            "llm_request 2 vllm GENERATION");
    assertThat(mapped.get(0).rule()).isEqualTo(-1);
    assertThat(mapped).filteredOn(MappedSpan::ignored).hasSize(1);
  }

  @Test
  void anEventMeasuresNothingWithoutItsChildOrAfterIt() {
    for (double queueStart : new double[] {40, 95}) {
      List<Span> spans =
          Traces.spans(
              Traces.root(0, 100),
              Traces.span(2, "model", 5, 95)
                  .kind(SpanKind.SERVER)
                  .with("triton.model_name", "model")
                  .event("QUEUE_START", queueStart),
              Traces.span(3, queueStart > 50 ? "compute" : "other", 30, 90)
                  .kind(SpanKind.SERVER)
                  .below(2));

      assertThat(breakdown(join(spans)).get(Measure.GPU_QUEUE)).isNull();
    }
  }

  @Test
  void aPartOfACarrierThatAnAttributeTellsIsNotMeasuredAgain() {
    Mapping mapping =
        io.tracejoin.join.MappingYaml.read(
            7,
            1,
            """
            name: own
            profiles:
              - name: own
                rules:
                  - when: {names: [model], present: ["own.*"], like: {own.kind: "c*t"}}
                    phase: generation
                    parts:
                      - {phase: gpu_queue, event: queued, to_child: "comp*"}
                      - {phase: gpu_queue, attribute: own.queue, unit: ms}
            """);
    List<Span> spans =
        Traces.spans(
            Traces.root(0, 100),
            Traces.span(2, "model", 5, 95)
                .with("own.queue", 7L)
                .with("own.kind", "chat")
                .event("queued", 10),
            Traces.span(3, "compute", 30, 90).below(2));

    Breakdown it = breakdown(Traces.only(Traces.JOIN.join(input(spans).with(mapping))));

    assertThat(it.get(Measure.GPU_QUEUE)).isEqualTo(Traces.ms(7));
    assertThat(it.get(Measure.GENERATION)).isEqualTo(Traces.ms(83));
  }

  private static JoinedRequest join(List<Span> spans) {
    return Traces.only(Traces.JOIN.join(input(spans)));
  }

  private static TraceInput input(List<Span> spans) {
    return new TraceInput(
        spans.get(0).traceId().uuid(), spans, List.of(), Map.of(), Traces.MAPPING);
  }

  private static Map<String, Long> phases(Breakdown breakdown) {
    Map<String, Long> phases = new TreeMap<>();
    for (Phase phase : Phase.values()) {
      Long nanos = breakdown.get(Measure.of(phase));
      if (nanos != null) {
        phases.put(phase.code(), nanos);
      }
    }
    return phases;
  }

  private static Map<String, @Nullable Long> phases(JsonNode node) {
    Map<String, @Nullable Long> phases = new TreeMap<>();
    node.properties().forEach(it -> phases.put(it.getKey(), nanos(it.getValue())));
    return phases;
  }

  private static @Nullable Long nanos(JsonNode millis) {
    return millis.isNull()
        ? null
        : (Long) new BigDecimal(millis.asString()).movePointRight(6).longValueExact();
  }
}
