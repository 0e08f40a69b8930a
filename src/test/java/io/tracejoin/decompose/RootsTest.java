package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.EPOCH;
import static io.tracejoin.decompose.Traces.KEY;
import static io.tracejoin.decompose.Traces.MAPPING;
import static io.tracejoin.decompose.Traces.SENT;
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

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which span is the root, and whose. */
class RootsTest {

  @Test
  void aProxyThatRetriedIsNamed() {
    List<Span> twice =
        spans(
            root(0, 30),
            span(2, "POST /v1/chat/completions", 35, 100).kind(SpanKind.SERVER).below(SENT));

    JoinedRequest row = Traces.joinOne(twice, success(110));

    assertThat(row.reason()).isEqualTo(Reason.RETRIED_UPSTREAM);
    assertThat(row.breakdown()).isNull();
    assertThat(codes(row)).containsExactly("retried_upstream");
  }

  @Test
  void twoRootsOfOneIntervalAreACollision() {
    List<Span> twins =
        spans(root(0, 100), span(2, "generate", 0, 100).kind(SpanKind.SERVER).below(SENT));

    assertThat(codes(Traces.joinOne(twins, success(110)))).containsExactly("multiple_roots");
  }

  @Test
  void theRootThatContainsTheOthersTakesThemAsChildren() {
    List<Span> beside =
        spans(
            root(0, 100),
            span(2, "engine", 10, 90).kind(SpanKind.SERVER).below(SENT),
            span(3, "generate", 20, 80).below(2));

    JoinedRequest row = Traces.joinOne(beside, success(110));

    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(100));
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(60));
    assertThat(codes(row)).containsExactly("sibling_root");
  }

  @Test
  void onlyDeclaredServicesHaveRoots() {
    List<Span> two =
        spans(
            root(0, 100),
            span(2, "engine", 0, 300).kind(SpanKind.SERVER).below(77).from(resource("engine")));
    RunFrame run = new RunFrame(1, "r", Set.of("llm-gateway"), Set.of(), null, null, MAPPING);

    JoinedRequest row =
        only(Traces.JOIN.join(Traces.input(two, run, Traces.with((SpanId) null, success(110)))));

    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(100));
  }

  @Test
  void generatorSpansAreTakenOutBeforeTheRootIsChosen() {
    List<Span> traced =
        spans(
            span(9, "GET", 0, 120)
                .kind(SpanKind.CLIENT)
                .below((SpanId) null)
                .from(resource("locust")),
            root(0, 100).below(9));
    RunFrame run = new RunFrame(1, "r", Set.of(), Set.of("locust"), null, null, MAPPING);

    JoinedRequest row =
        only(Traces.JOIN.join(Traces.input(traced, run, Traces.with(new SpanId(9), success(110)))));

    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(codes(row)).isEmpty();
  }

  @Test
  void aRootFarFromTheRunsSendsIsOutOfReach() {
    long start = EPOCH + 16L * 60 * 1_000_000_000;
    RunFrame run = new RunFrame(1, "r", Set.of(), Set.of(), start, start, MAPPING);

    JoinedRequest row =
        only(Traces.JOIN.join(Traces.input(spans(root(0, 100)), run, success(110))));

    assertThat(row.reason()).isEqualTo(Reason.ROOT_MISSING);
    assertThat(row.outOfReach()).isTrue();
  }

  @Test
  void whereTwoRunsClaimOneRootTheLaterOneCollides() {
    TraceInput.StoredRecord first = new TraceInput.StoredRecord(1, success(110));
    TraceInput.StoredRecord second = new TraceInput.StoredRecord(2, success(120));
    TraceInput input =
        new TraceInput(
            KEY,
            spans(root(0, 100)),
            List.of(second, first),
            Map.of(1, Traces.run(1), 2, Traces.run(2)),
            MAPPING);

    List<JoinedRequest> rows = Traces.JOIN.join(input);

    assertThat(rows.get(0).state()).isEqualTo(State.MATCHED);
    assertThat(codes(rows.get(0))).containsExactly("root_claimed_again");
    assertThat(rows.get(1).reason()).isEqualTo(Reason.COLLISION);
    assertThat(codes(rows.get(1))).containsExactly("trace_id_reused");
    assertThat(breakdown(rows.get(1)).get(Measure.NETWORK_ENVELOPE)).isEqualTo(ms(20));
  }

  @Test
  void anExactParentGoesBeforeAnEarlierRun() {
    TraceInput.StoredRecord first =
        new TraceInput.StoredRecord(1, Traces.with(new SpanId(0xdef), success(110)));
    TraceInput.StoredRecord second = new TraceInput.StoredRecord(2, success(120));
    TraceInput input =
        new TraceInput(
            KEY,
            spans(root(0, 100)),
            List.of(second, first),
            Map.of(1, Traces.run(1), 2, Traces.run(2)),
            MAPPING);

    assertThat(Traces.JOIN.join(input))
        .extracting(JoinedRequest::reason)
        .containsExactly(Reason.ROOT_MISSING, null);
  }

  @Test
  void aTopSpanThatIsNoServerIsARootWithANote() {
    List<Span> remote = spans(root(0, 100).kind(SpanKind.INTERNAL).below(55).flags(0x300));

    assertThat(codes(Traces.joinOne(remote, Traces.with((SpanId) null, success(110)))))
        .containsExactly("root_not_server");
    assertThat(
            Traces.joinOne(
                    spans(root(0, 100).kind(SpanKind.INTERNAL).below(55)),
                    Traces.with((SpanId) null, success(110)))
                .reason())
        .isEqualTo(Reason.ROOT_MISSING);
  }

  @Test
  void spansBelowNoRootAreOrphans() {
    List<Span> torn = spans(root(0, 100), span(5, "generate", 10, 20).below(99));

    JoinedRequest row = Traces.joinOne(torn, success(110));

    assertThat(codes(row)).containsExactly("orphan_spans");
    assertThat(breakdown(row).get(Measure.GENERATION)).isNull();
  }

  @Test
  void ofTwoVersionsOfASpanTheOneThatEndsLaterWins() {
    List<Span> retold = spans(root(0, 90), root(0, 100));

    JoinedRequest row = Traces.joinOne(retold, success(110));

    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(100));
    assertThat(codes(row)).containsExactly("conflicting_span");
  }

  @Test
  void childrenOfASharedIdGoToTheirOwnSender() {
    List<Span> shared =
        spans(
            root(0, 100),
            span(2, "call", 10, 90).kind(SpanKind.CLIENT),
            span(2, "engine", 5_000, 5_060).kind(SpanKind.SERVER).from(resource("engine")),
            span(3, "connect", 10, 20).below(2),
            span(4, "generate", 5_010, 5_050).below(2).from(resource("engine")));

    SpanNode tree = Traces.JOIN.tree(Traces.input(shared)).get(0);

    SpanNode call = tree.children().get(0);
    assertThat(call.children())
        .extracting(it -> it.span().name())
        .containsExactly("connect", "engine");
    assertThat(call.children().get(1).children())
        .extracting(SpanNode::phase)
        .containsExactly(Phase.GENERATION);
  }

  @Test
  void aTraceWithoutARecordIsServerOnly() {
    JoinedRequest row =
        only(Traces.JOIN.join(Traces.input(spans(root(0, 100), span(2, "generate", 10, 60)))));

    assertThat(row.state()).isEqualTo(State.SERVER_ONLY);
    assertThat(row.run()).isNull();
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(50));
    assertThat(Traces.JOIN.join(Traces.input(List.of()))).isEmpty();
  }

  @Test
  void aTraceWithoutARecordAndWithSeveralRootsHasNone() {
    List<Span> two = spans(root(0, 100), span(2, "POST", 200, 250).kind(SpanKind.SERVER).below(77));

    JoinedRequest row = only(Traces.JOIN.join(Traces.input(two)));

    assertThat(row.root()).isNull();
    assertThat(codes(row)).containsExactly("multiple_roots");
  }
}
