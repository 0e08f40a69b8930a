package io.tracejoin.trace;

import static io.tracejoin.trace.Chain.SENT;
import static io.tracejoin.trace.Chain.chain;
import static io.tracejoin.trace.Preflight.Part.CLIENT_RECORD;
import static io.tracejoin.trace.Preflight.Part.ENVELOPE;
import static io.tracejoin.trace.Preflight.Part.GENERATION;
import static io.tracejoin.trace.Preflight.Part.QUEUE;
import static io.tracejoin.trace.Preflight.Part.RESPONSE_WRITE;
import static io.tracejoin.trace.Preflight.Part.ROOT;
import static io.tracejoin.trace.Preflight.Part.ROOT_COVERS_GENERATION;
import static io.tracejoin.trace.Preflight.Part.SAMPLED;
import static io.tracejoin.trace.Preflight.Part.TRACEPARENT;
import static io.tracejoin.trace.Preflight.Part.UNITS;
import static io.tracejoin.trace.Preflight.State.BROKEN;
import static io.tracejoin.trace.Preflight.State.MISSING;
import static io.tracejoin.trace.Preflight.State.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.trace.Preflight.Link;
import io.tracejoin.trace.Preflight.Part;
import io.tracejoin.trace.Preflight.State;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreflightTest {

  @Test
  void aWholeChainIsReadyAndNamesEveryLinkOnce() {
    Preflight preflight = chain().preflight();

    assertThat(preflight.ready()).isTrue();
    assertThat(preflight.links()).extracting(Link::state).containsOnly(OK);
    assertThat(preflight.links()).extracting(Link::link).containsExactlyInAnyOrder(Part.values());
    assertThat(preflight.links()).extracting(Link::action).containsOnlyNulls();
  }

  static Stream<Arguments> flaws() {
    return Stream.of(
        argumentSet("no record", chain().withoutRecord(), CLIENT_RECORD, MISSING),
        argumentSet("dial error", chain().neverSent(), CLIENT_RECORD, BROKEN),
        argumentSet("two records differ", chain().record(900, SENT), CLIENT_RECORD, BROKEN),
        argumentSet("no span", chain().withoutSpans(), TRACEPARENT, MISSING),
        argumentSet("no record to compare", chain().withoutRecord(), TRACEPARENT, MISSING),
        argumentSet("parent replaced", chain().rootBelow(new SpanId(9)), TRACEPARENT, BROKEN),
        argumentSet("parent dropped", chain().rootBelow(null), TRACEPARENT, BROKEN),
        argumentSet("root lost", chain().without("root"), ROOT, MISSING),
        argumentSet("root is no SERVER", chain().rootKind(SpanKind.INTERNAL), ROOT, BROKEN),
        argumentSet("two roots", chain().secondRoot(), ROOT, BROKEN),
        argumentSet("flag 00", chain().notSampled(), SAMPLED, BROKEN),
        argumentSet("no span sampled", chain().withoutSpans(), SAMPLED, MISSING),
        argumentSet("no queue span", chain().without("acquire_slot"), QUEUE, MISSING),
        argumentSet("queue is an orphan", chain().orphan("acquire_slot"), QUEUE, BROKEN),
        argumentSet("no generation span", chain().without("generate"), GENERATION, MISSING),
        argumentSet("generation is an orphan", chain().orphan("generate"), GENERATION, BROKEN),
        argumentSet(
            "generation after root", chain().move("generate", 1100, 1200), GENERATION, BROKEN),
        argumentSet(
            "root too short", chain().move("generate", 100, 1300), ROOT_COVERS_GENERATION, BROKEN),
        argumentSet(
            "nothing to cover", chain().without("generate"), ROOT_COVERS_GENERATION, MISSING),
        argumentSet("client faster", chain().record(400), ENVELOPE, BROKEN),
        argumentSet("timeout", chain().outcome(Outcome.TIMEOUT), ENVELOPE, MISSING),
        argumentSet("one side", chain().withoutSpans(), ENVELOPE, MISSING),
        argumentSet("seconds as milliseconds", chain().record(1.1), UNITS, BROKEN),
        argumentSet("no client to compare", chain().withoutRecord(), UNITS, MISSING),
        argumentSet("no write", chain().without("response.write"), RESPONSE_WRITE, MISSING),
        argumentSet(
            "write after root", chain().move("response.write", 900, 1100), RESPONSE_WRITE, BROKEN));
  }

  @ParameterizedTest
  @MethodSource("flaws")
  void aFlawIsNamedWithWhatToDo(Chain chain, Part part, State state) {
    Preflight preflight = chain.preflight();

    Link link = link(preflight, part);
    assertThat(link.state()).as(link.detail()).isEqualTo(state);
    assertThat(link.action()).isNotBlank();
    assertThat(preflight.ready()).isEqualTo(state == MISSING && part == RESPONSE_WRITE);
  }

  @Test
  void saysWhichServiceSitsOnTopWhereAProxyMadeItsOwnContext() {
    Preflight preflight = chain().belowProxy("edge-proxy").preflight();

    assertThat(link(preflight, TRACEPARENT).detail())
        .contains("on top of the stored trace sits edge-proxy");
    assertThat(link(preflight, TRACEPARENT).action()).contains("before edge-proxy");
  }

  @Test
  void aRecordWithoutAParentIsJoinedAndAdvised() {
    Link link = link(chain().withoutRecord().record(1100, null).preflight(), TRACEPARENT);

    assertThat(link.state()).isEqualTo(OK);
    assertThat(link.action()).contains("span_id");
  }

  @Test
  void anExternalProviderHidesItsQueueHonestly() {
    Preflight preflight =
        chain()
            .without("acquire_slot")
            .without("generate")
            .span("provider.request", 100, 900)
            .preflight();

    assertThat(preflight.ready()).isTrue();
    assertThat(link(preflight, QUEUE).detail()).contains("never taken as zero");
  }

  @Test
  void ofSeveralRequestsTheOneWithMostFlawsIsShown() {
    Preflight preflight = chain().record(1100, new SpanId(0xdef)).preflight();

    assertThat(link(preflight, TRACEPARENT).state()).isNotEqualTo(OK);
  }

  @Test
  void coarseClocksAreNoFlaw() {
    Preflight preflight = chain().move("response.write", 950, 1001.5).preflight();

    assertThat(link(preflight, RESPONSE_WRITE).state()).isEqualTo(OK);
  }

  @Test
  void theTextHasALineForEachLinkAndOneForEachAction() {
    String text = PreflightText.of(chain().without("response.write").preflight());

    assertThat(text)
        .startsWith("trace_id=0000000000000007000000000000012f\nok      client_record ");
    assertThat(text).contains("\nmissing response_write          No span says");
    assertThat(text).contains("\n                                -> A run does without");
    assertThat(text).endsWith("\nready=true\n");
  }

  private static Link link(Preflight preflight, Part part) {
    List<Link> found = preflight.links().stream().filter(it -> it.link() == part).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
