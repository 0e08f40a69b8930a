package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.ms;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What real emitters send, and the samples written after them. */
class FixturesTest {

  @Test
  void realVllmSpansAreRootAndCarrierAtOnce() {
    List<JoinedRequest> rows = serverOnly("/formats/real/otlp-vllm-0.22-llm_request.ndjson");

    Breakdown first = breakdown(rows.get(0));
    assertThat(first.get(Measure.SERVER_ROOT)).isEqualTo(108_644_405);
    assertThat(first.get(Measure.GPU_QUEUE)).isEqualTo(16_497);
    assertThat(first.get(Measure.PREFILL)).isEqualTo(76_167_160);
    assertThat(first.get(Measure.DECODE)).isEqualTo(20_881_337);
    assertThat(first.get(Measure.SERVER_TTFT)).isEqualTo(86_948_156);
    assertThat(first.serverTtftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(first.get(Measure.GENERATION)).isEqualTo(108_644_405 - 16_497);
    assertThat(first.get(Measure.UNATTRIBUTED)).isZero();
    Breakdown second = breakdown(rows.get(1));
    assertThat(second.get(Measure.SERVER_ROOT)).isEqualTo(844_162_187);
    assertThat(second.get(Measure.SERVER_TTFT)).isEqualTo(73_286_057);
    assertThat(rows).allSatisfy(it -> assertThat(codes(it)).isEmpty());
  }

  @Test
  void sampleOfAGatewaySplitsAsItsPageSays() {
    JoinedRequest row = serverOnly("/formats/otlp-samples/sample-otlp-trace.json").get(0);

    Breakdown it = breakdown(row);
    assertThat(it.get(Measure.SERVER_ROOT)).isEqualTo(ms(2418.4));
    assertThat(it.get(Measure.GATEWAY)).isEqualTo(ms(6.3 + 11.3 + 0.7));
    assertThat(it.get(Measure.GPU_QUEUE)).isEqualTo(ms(322.5));
    assertThat(it.get(Measure.GENERATION)).isEqualTo(ms(2047.6));
    assertThat(it.get(Measure.RESPONSE_WRITE)).isEqualTo(ms(22.2));
    assertThat(it.get(Measure.UNATTRIBUTED)).isEqualTo(ms(7.8));
    assertThat(row.dimensions())
        .containsEntry(Dimension.MODEL, "demo-8b-instruct")
        .containsEntry(Dimension.PROVIDER, "self_hosted")
        .containsEntry(Dimension.ROUTE, "pool-a");
  }

  @Test
  void sampleWithVllmBehindTheGatewayHasTwoQueues() {
    JoinedRequest row = serverOnly("/formats/otlp-samples/sample-otlp-vllm.json").get(0);

    Breakdown it = breakdown(row);
    assertThat(it.get(Measure.SERVER_ROOT)).isEqualTo(ms(1655.2));
    assertThat(it.get(Measure.APP_QUEUE)).isEqualTo(ms(7.5));
    assertThat(it.get(Measure.GPU_QUEUE)).isEqualTo(ms(118.7));
    assertThat(it.get(Measure.PREFILL)).isEqualTo(ms(140.2));
    assertThat(it.get(Measure.DECODE)).isEqualTo(ms(1352.9));
    assertThat(it.get(Measure.GENERATION)).isEqualTo(ms(1621.9 - 118.7));
    assertThat(it.get(Measure.RESPONSE_WRITE)).isEqualTo(ms(13.35));
    assertThat(it.get(Measure.UNATTRIBUTED)).isEqualTo(ms(12.45));
    // The engine's own first token lies on a clock that was moved: the gateway's chunk it is.
    assertThat(it.serverTtftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(it.get(Measure.SERVER_TTFT)).isEqualTo(ms(9.8 + 273.1));
    assertThat(codes(row)).containsExactlyInAnyOrder("clock_skew_adjusted", "overlapping_phases");
  }

  @Test
  void sampleOfLitellmSplitsAsItsPageSays() {
    List<JoinedRequest> rows = serverOnly("/formats/otlp-samples/sample-otlp-litellm.json");

    Breakdown v1 = breakdown(rows.get(0));
    assertThat(v1.get(Measure.SERVER_ROOT)).isEqualTo(ms(1288.412));
    assertThat(v1.get(Measure.PROVIDER_REQUEST)).isEqualTo(ms(1276.211));
    assertThat(v1.get(Measure.GATEWAY)).isEqualTo(ms(8.768 + 1.348 + 0.716));
    assertThat(v1.get(Measure.UNATTRIBUTED)).isEqualTo(ms(1.369));
    assertThat(v1.rawPhases().get(Phase.PROVIDER_REQUEST)).isEqualTo(ms(1276.211));
    Breakdown v2 = breakdown(rows.get(1));
    assertThat(v2.get(Measure.SERVER_ROOT)).isEqualTo(ms(1466.9));
    assertThat(v2.get(Measure.PROVIDER_REQUEST)).isEqualTo(ms(1435.5));
    assertThat(v2.get(Measure.GATEWAY)).isEqualTo(ms(7.5));
    assertThat(v2.get(Measure.UNATTRIBUTED)).isEqualTo(ms(23.9));
    assertThat(v2.get(Measure.SERVER_TTFT)).isEqualTo(ms(14.2 + 312.7));
    assertThat(rows)
        .allSatisfy(
            it -> {
              assertThat(codes(it)).isEmpty();
              assertThat(breakdown(it).get(Measure.GPU_QUEUE)).isNull();
            });
  }

  @Test
  void javaAgentNestsWithoutAWarning() {
    List<JoinedRequest> rows =
        serverOnly("/formats/real/otlp-collector-file-java-agent-2.3.0.ndjson");

    assertThat(rows)
        .extracting(it -> breakdown(it).get(Measure.SERVER_ROOT))
        .containsExactly(ms(8.0699), ms(10.7463));
    assertThat(rows).allSatisfy(it -> assertThat(codes(it)).isEmpty());
  }

  @Test
  void upperCaseExampleIsARootWhoseParentNeverComes() {
    JoinedRequest row = serverOnly("/formats/real/otlp-proto-example-trace.json").get(0);

    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(1000));
    assertThat(codes(row)).isEmpty();
  }

  @Test
  void topSpanOfKindInternalIsARootWithANote() {
    JoinedRequest row = serverOnly("/formats/real/otlp-jaeger-ui-multi-lines.ndjson").get(0);

    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(176.321958));
    assertThat(codes(row)).containsExactly("root_not_server");
  }

  /** A row for each trace, in the order of their roots' starts. */
  private static List<JoinedRequest> serverOnly(String file) {
    Map<TraceId, List<Span>> traces = new TreeMap<>();
    for (Span span : OtlpJson.file(file)) {
      traces.computeIfAbsent(span.traceId(), id -> new ArrayList<>()).add(span);
    }
    return traces.entrySet().stream()
        .map(
            it ->
                new TraceInput(
                    it.getKey().uuid(), it.getValue(), List.of(), Map.of(), Traces.MAPPING))
        .map(it -> Traces.only(Traces.JOIN.join(it)))
        .sorted(Comparator.comparing(it -> it.root() == null ? 0 : it.root().startNanos()))
        .toList();
  }
}
