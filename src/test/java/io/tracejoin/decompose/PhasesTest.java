package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.MAPPING;
import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.ms;
import static io.tracejoin.decompose.Traces.only;
import static io.tracejoin.decompose.Traces.resource;
import static io.tracejoin.decompose.Traces.root;
import static io.tracejoin.decompose.Traces.span;
import static io.tracejoin.decompose.Traces.spans;
import static io.tracejoin.decompose.Traces.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tracejoin.join.MappingYaml;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who owns an instant of the root, across clocks, attributes and ignored spans. */
class PhasesTest {

  @Test
  void childrenOfAnotherResourceThatStartBeforeTheirParentAreOnAnotherClock() {
    Resource gateway = resource("llm-gateway", "node");
    Resource engine = resource("engine", "node");
    List<Span> early =
        spans(
            root(0, 100).from(gateway),
            span(2, "call", 10, 90).from(gateway),
            span(3, "generate", 4, 44).below(2).from(engine),
            span(4, "response.write", 48, 54).below(2).from(engine));

    JoinedRequest row = Traces.joinOne(early, success(110));

    assertThat(codes(row)).containsExactly("clock_skew_adjusted");
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(40));
    assertThat(breakdown(row).get(Measure.RESPONSE_WRITE)).isEqualTo(ms(6));
  }

  @Test
  void aChildWithinTheToleranceStaysWhereItsHostPutsIt() {
    Resource gateway = resource("llm-gateway", "node");
    List<Span> early =
        spans(
            root(0, 100).from(gateway),
            span(3, "generate", -1, 50).from(resource("engine", "node")));

    JoinedRequest row = Traces.joinOne(early, success(110));

    assertThat(codes(row)).isEmpty();
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(50));
  }

  @Test
  void aForeignHullLongerThanItsParentIsCutAtItsEnd() {
    Resource engine = resource("engine");
    List<Span> longer =
        spans(
            root(0, 100),
            span(2, "call", 10, 50),
            span(3, "generate", 7_000, 7_060).below(2).from(engine),
            span(4, "response.write", 7_050, 7_060).below(3).from(engine));

    JoinedRequest row = Traces.joinOne(longer, success(110));

    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(40));
    assertThat(breakdown(row).get(Measure.RESPONSE_WRITE)).isZero();
    assertThat(breakdown(row).rawPhases()).containsEntry(Phase.GENERATION, ms(60));
  }

  @Test
  void aSpanWhollyOutsideTheRootIsKnownAndZero() {
    JoinedRequest row =
        Traces.joinOne(spans(root(0, 100), span(2, "response.write", 100, 150)), success(110));

    assertThat(breakdown(row).get(Measure.RESPONSE_WRITE)).isZero();
    assertThat(codes(row)).containsExactly("child_outside_root");
  }

  @Test
  void anIgnoredSpanHandsItsChildrenToItsParent() {
    List<Span> noisy =
        spans(
            root(0, 100),
            span(2, "POST /chat http send", 10, 90),
            span(3, "generate", 20, 80).below(2));

    assertThat(breakdown(Traces.joinOne(noisy, success(110))).get(Measure.GENERATION))
        .isEqualTo(ms(60));
  }

  @ParameterizedTest
  @CsvSource({
    "1.5,S,1500000000",
    "4.5ms,RUST_DURATION,4500000",
    "87.1µs,RUST_DURATION,87100",
    "2s,RUST_DURATION,2000000000",
    "12,NS,12",
    "0.0000005,MS,1",
    "1e-999999999,S,0",
    "-3,MS,-3000000"
  })
  void attributesAreReadInTheUnitOfTheRule(String text, MappingRule.Unit unit, long nanos) {
    assertThat(AttributeDuration.nanos(text, unit)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "4.5ms,MS",
    "4.5,RUST_DURATION",
    "NaN,S",
    "1e999999999,S",
    "true,S",
    "1m,RUST_DURATION"
  })
  void whatIsNoDurationInThatUnitIsNotGuessed(String text, MappingRule.Unit unit) {
    assertThat(AttributeDuration.nanos(text, unit)).isNull();
  }

  @Test
  void attributesThatDoNotFitTheCarrierAreNotUsed() {
    JoinedRequest one =
        Traces.joinOne(
            spans(root(0, 100), engine(0, 80).with("gen_ai.latency.time_in_queue", 0.2)),
            success(110));
    JoinedRequest together =
        Traces.joinOne(
            spans(
                root(0, 100),
                engine(0, 80)
                    .with("gen_ai.latency.time_in_queue", 0.05)
                    .with("gen_ai.latency.time_in_model_decode", 0.05)),
            success(110));

    for (JoinedRequest row : List.of(one, together)) {
      assertThat(codes(row)).containsExactly("attribute_out_of_range");
      assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(80));
      assertThat(breakdown(row).get(Measure.GPU_QUEUE)).isNull();
    }
  }

  @Test
  void aChildSpanIsTrustedBeforeTheAttribute() {
    JoinedRequest row =
        Traces.joinOne(
            spans(
                root(0, 100),
                engine(0, 80)
                    .with("gen_ai.latency.time_in_queue", 0.02)
                    .with("gen_ai.latency.time_in_model_prefill", 0.03),
                span(8, "vllm_queue", 0, 18).below(7).from(resource("engine"))),
            success(110));

    assertThat(breakdown(row).get(Measure.GPU_QUEUE)).isEqualTo(ms(18));
    assertThat(breakdown(row).get(Measure.PREFILL)).isEqualTo(ms(30));
    assertThat(breakdown(row).rawPhases()).containsEntry(Phase.GPU_QUEUE, ms(18));
  }

  @Test
  void aSlotThatSaysGpuQueueItselfStaysOne() {
    JoinedRequest row =
        Traces.joinOne(
            spans(
                root(0, 100),
                span(2, "acquire_slot", 0, 10).with("llm.phase", "gpu_queue"),
                engine(10, 90).with("gen_ai.latency.time_in_queue", 0.02)),
            success(110));

    assertThat(breakdown(row).get(Measure.APP_QUEUE)).isNull();
    assertThat(breakdown(row).get(Measure.GPU_QUEUE)).isEqualTo(ms(30));
  }

  @Test
  void aRootThatCarriesPhasesAndHasNoneOfItsOwnIsWhatTheMappingSaysOfRoots() {
    Mapping mapping =
        MappingYaml.read(
            9,
            1,
            """
        name: own
        root_self: gateway
        profiles:
          - name: own
            rules:
              - when: {names: ["POST*"]}
                parts: [{phase: gpu_queue, attribute: queue_time, unit: ms}]
        """);
    RunFrame run =
        new RunFrame(1, "r", java.util.Set.of(), java.util.Set.of(), null, null, mapping);
    Breakdown carrier =
        breakdown(
            only(
                Traces.JOIN.join(
                    Traces.input(spans(root(0, 100).with("queue_time", 30)), run, success(110)))));

    assertThat(carrier.get(Measure.GPU_QUEUE)).isEqualTo(ms(30));
    assertThat(carrier.get(Measure.GATEWAY)).isEqualTo(ms(70));
    assertThat(carrier.get(Measure.UNATTRIBUTED)).isZero();
  }

  @Test
  void aMappingMaySayWhatTheRootAndAnAbsentPhaseAre() {
    Mapping mapping =
        MappingYaml.read(
            9,
            1,
            """
        name: own
        root_self: gateway
        absent: {gpu_queue: zero, app_queue: zero}
        profiles:
          - name: own
            rules:
              - {when: {names: ["gen*"]}, phase: generation}
              - {when: {names: [call]}, phase: provider_request}
        """);
    RunFrame run =
        new RunFrame(1, "r", java.util.Set.of(), java.util.Set.of(), null, null, mapping);

    Breakdown own =
        breakdown(
            only(
                Traces.JOIN.join(
                    Traces.input(
                        spans(root(0, 100), span(2, "generate", 10, 60)), run, success(110)))));
    Breakdown external =
        breakdown(
            only(
                Traces.JOIN.join(
                    Traces.input(
                        spans(root(0, 100), span(2, "call", 10, 60)), run, success(110)))));

    assertThat(own.get(Measure.GATEWAY)).isEqualTo(ms(50));
    assertThat(own.get(Measure.UNATTRIBUTED)).isZero();
    assertThat(own.get(Measure.GPU_QUEUE)).isZero();
    assertThat(external.get(Measure.GPU_QUEUE)).isNull();
    assertThat(external.get(Measure.APP_QUEUE)).isZero();
    assertThat(MAPPING.rootSelf()).isEqualTo(Mapping.RootSelf.UNATTRIBUTED);
  }

  @Test
  void attemptsFollowEachOtherAndTheLastOneGivesTheDimensions() {
    JoinedRequest row =
        Traces.joinOne(
            spans(
                root(0, 100),
                span(2, "generate", 0, 30).with("llm.model", "first").with("llm.worker", "w1"),
                span(3, "generate", 30, 90).with("llm.model", "second")),
            Traces.with(Traces.labels(false, 10), success(110)));

    assertThat(breakdown(row).attempts()).isEqualTo(2);
    assertThat(codes(row)).containsExactly("gateway_retry");
    assertThat(breakdown(row).get(Measure.GENERATION_MS_PER_OUTPUT_TOKEN)).isNull();
    assertThat(row.dimensions())
        .containsEntry(Dimension.MODEL, "second")
        .doesNotContainKey(Dimension.WORKER);
  }

  @Test
  void branchesOfDifferentModelsAreMixed() {
    JoinedRequest row =
        Traces.joinOne(
            spans(
                root(0, 100),
                span(2, "generate", 0, 90).with("llm.model", "a"),
                span(3, "generate", 5, 90).with("llm.model", "b")),
            success(110));

    assertThat(breakdown(row).attempts()).isEqualTo(1);
    assertThat(codes(row)).containsExactly("mixed_population");
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(90));
  }

  @Test
  void tenThousandSpansInOneChainAreJoinedQuickly() {
    List<Span> chain = new ArrayList<>(spans(root(0, 100)));
    for (int i = 2; i <= 10_000; i++) {
      chain.add(span(i, i % 2 == 0 ? "gateway" : "generate", 0, 100).below(i - 1).make());
    }

    assertThatCode(() -> Traces.JOIN.tree(Traces.input(chain))).doesNotThrowAnyException();
    assertThat(breakdown(Traces.joinOne(chain, success(110))).get(Measure.GATEWAY))
        .isEqualTo(ms(100));
  }

  private static Traces.Build engine(double from, double to) {
    return span(7, "llm_request", from, to).kind(SpanKind.SERVER).from(resource("engine"));
  }
}
