package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.SENT;
import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.ms;
import static io.tracejoin.decompose.Traces.only;
import static io.tracejoin.decompose.Traces.root;
import static io.tracejoin.decompose.Traces.sent;
import static io.tracejoin.decompose.Traces.span;
import static io.tracejoin.decompose.Traces.spans;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of one trace: repeats, hops, collisions, several requests. */
class ClientCallsTest {

  private static final SpanId OTHER = new SpanId(0xdef);
  private static final List<Span> ONE_ROOT = spans(root(0, 100));

  @Test
  void firstTokensOfDifferentKindsDoNotContradictEachOtherAndTheTokenStays() {
    ClientRecord firstByte = withTtft(40, TtftKind.FIRST_BYTE);
    ClientRecord token = withTtft(55, TtftKind.TOKEN);

    JoinedRequest row = only(join(ONE_ROOT, firstByte, token));

    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(client(row).times().ttft()).isEqualTo(ms(55));
    assertThat(client(row).times().ttftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(Repeat.of(firstByte, token)).isEqualTo(Repeat.SAME);
    assertThat(Repeat.of(token, withTtft(56, TtftKind.TOKEN))).isEqualTo(Repeat.CONFLICT);
  }

  private static ClientRecord withTtft(double millis, TtftKind kind) {
    ClientTimes times =
        new ClientTimes(
            Traces.EPOCH,
            null,
            ms(120),
            ms(millis),
            kind,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    return Traces.with(SENT, Traces.record(Outcome.SUCCESS, 200, times));
  }

  @Test
  void theSameRecordTwiceIsOneAndFillsInWhatOneLacks() {
    ClientRecord coarse = sent(SENT, 200, 3_000, 120);
    ClientTimes fine =
        new ClientTimes(
            Traces.EPOCH + ms(3_000.123456),
            null,
            ms(120),
            ms(40),
            TtftKind.FIRST_BYTE,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    ClientRecord full = Traces.with(SENT, Traces.record(Outcome.SUCCESS, 200, fine));

    JoinedRequest row = only(join(ONE_ROOT, coarse, full));

    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(client(row).times().sentAt()).isEqualTo(Traces.EPOCH + ms(3_000.123456));
    assertThat(client(row).times().ttft()).isEqualTo(ms(40));
    assertThat(Repeat.of(coarse, full)).isEqualTo(Repeat.SAME);
  }

  @Test
  void theSameIdentityWithOtherFactsIsACollision() {
    ClientRecord one = sent(SENT, 200, 0, 120);
    ClientRecord other = sent(SENT, 200, 500, 130);

    List<JoinedRequest> rows = join(ONE_ROOT, one, other);

    assertThat(rows)
        .hasSize(2)
        .allSatisfy(
            it -> {
              assertThat(it.reason()).isEqualTo(Reason.COLLISION);
              assertThat(it.state()).isEqualTo(State.EXCLUDED);
              assertThat(codes(it)).containsExactly("duplicate_client_record");
              assertThat(it.measures()).containsKey(Measure.CLIENT_TOTAL);
            });
    assertThat(Repeat.of(one, other)).isEqualTo(Repeat.CONFLICT);
  }

  @Test
  void requestsThatShareATraceTakeTheRootThatHasTheirParent() {
    List<Span> two =
        spans(root(0, 100), span(2, "POST /b", 200, 250).kind(SpanKind.SERVER).below(OTHER));

    List<JoinedRequest> rows = join(two, sent(OTHER, 200, 200, 60), sent(SENT, 200, 0, 110));

    assertThat(rows)
        .extracting(it -> breakdown(it).get(Measure.NETWORK_ENVELOPE))
        .containsExactly(ms(10), ms(10));
    assertThat(rows).allSatisfy(it -> assertThat(codes(it)).isEmpty());
  }

  @Test
  void requestsWithTheTraceIdAloneAreSeveralWhereTheirSendsDiffer() {
    ClientRecord one = sent(null, 200, 0, 120);
    ClientRecord other = sent(null, 200, 500, 130);

    assertThat(join(ONE_ROOT, one, other))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.SEVERAL_PER_TRACE));
    assertThat(Repeat.of(one, other)).isEqualTo(Repeat.UNRELATED);
  }

  @Test
  void requestsWithTheTraceIdAloneCollideWhereTheirSendsAreNotKnown() {
    ClientRecord one = Traces.with((SpanId) null, Traces.success(120));
    ClientRecord other = Traces.with((SpanId) null, Traces.success(130));

    assertThat(join(ONE_ROOT, one, other))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.COLLISION));
  }

  @Test
  void failuresThatMeasuredNothingAreToldApartByTheirSends() {
    ClientRecord one = dialError(0);
    ClientRecord other = dialError(500);

    assertThat(join(List.of(), one, other))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.NEVER_SENT));
    assertThat(join(List.of(), one, one)).hasSize(1);
  }

  @Test
  void hopsWithARootEachAreSums() {
    List<Span> two =
        spans(
            root(0, 40),
            span(2, "POST /b", 55, 155).kind(SpanKind.SERVER).below(SENT),
            span(3, "generate", 60, 150).below(2));

    JoinedRequest row = only(join(two, sent(SENT, 200, 52, 110), sent(SENT, 302, 0, 50)));

    assertThat(row.hops()).isEqualTo(2);
    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(breakdown(row).get(Measure.CLIENT_TOTAL)).isEqualTo(ms(160));
    assertThat(breakdown(row).get(Measure.SERVER_ROOT)).isEqualTo(ms(140));
    assertThat(breakdown(row).get(Measure.GENERATION)).isEqualTo(ms(90));
    assertThat(breakdown(row).get(Measure.UNATTRIBUTED)).isEqualTo(ms(50));
    assertThat(client(row).outcome()).isEqualTo(Outcome.SUCCESS);
  }

  @Test
  void oneRootForAllHopsIsTheLastHops() {
    JoinedRequest row =
        only(
            join(
                ONE_ROOT,
                sent(SENT, 302, 0, 50),
                sent(SENT, 307, 51, 20),
                sent(SENT, 200, 72, 110)));

    assertThat(row.hops()).isEqualTo(3);
    assertThat(breakdown(row).get(Measure.CLIENT_TOTAL)).isEqualTo(ms(110));
    assertThat(breakdown(row).get(Measure.NETWORK_ENVELOPE)).isEqualTo(ms(10));
  }

  @Test
  void hopsThatDoNotFitTheRootsAreARedirectChain() {
    JoinedRequest row = only(join(ONE_ROOT, sent(SENT, 302, 0, 50), sent(SENT, 404, 51, 110)));

    assertThat(row.reason()).isEqualTo(Reason.REDIRECT_CHAIN);
    assertThat(row.breakdown()).isNull();
    assertThat(codes(row)).containsExactly("redirect_chain");
  }

  @Test
  void aLaterRequestIsNoHop() {
    List<JoinedRequest> rows = join(ONE_ROOT, sent(SENT, 302, 0, 50), sent(SENT, 200, 70, 110));

    assertThat(rows).hasSize(2);
    assertThat(Repeat.of(sent(SENT, 302, 0, 50), sent(SENT, 200, 52, 110))).isEqualTo(Repeat.HOPS);
  }

  @Test
  void aRecordWithoutAParentAmongOthersIsNotGuessed() {
    List<JoinedRequest> rows = join(ONE_ROOT, sent(SENT, 200, 0, 110), sent(null, 200, 300, 50));

    assertThat(rows)
        .extracting(JoinedRequest::reason)
        .containsExactlyInAnyOrder(null, Reason.SEVERAL_PER_TRACE);
  }

  @Test
  void aRecordWithoutAParentTakesTheOneRootThatIsNobodysElse() {
    List<Span> two =
        spans(root(0, 100), span(2, "POST /b", 300, 340).kind(SpanKind.SERVER).below(OTHER));

    List<JoinedRequest> rows = join(two, sent(SENT, 200, 0, 110), sent(null, 200, 300, 50));

    assertThat(rows).allSatisfy(it -> assertThat(it.state()).isEqualTo(State.MATCHED));
  }

  @Test
  void aRecordWhoseRootIsAnotherRecordsWaits() {
    List<JoinedRequest> rows = join(ONE_ROOT, sent(SENT, 200, 0, 110), sent(OTHER, 200, 300, 50));

    assertThat(rows).extracting(JoinedRequest::reason).containsExactly(null, Reason.ROOT_MISSING);
  }

  @Test
  void twoRecordsThatOneStrangeRootCouldBelongToGetNone() {
    List<Span> replaced = spans(root(0, 100).below(0xeee));

    List<JoinedRequest> rows = join(replaced, sent(SENT, 200, 0, 110), sent(OTHER, 200, 300, 150));

    assertThat(rows)
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.SEVERAL_PER_TRACE));
  }

  @Test
  void aRecordWithoutAnIdentifierIsKeptAndLooksAtNoSpan() {
    ClientRecord record =
        new ClientRecord(
            Traces.KEY,
            false,
            null,
            Outcome.SUCCESS,
            200,
            null,
            false,
            ClientTimes.ofTotal(ms(5)),
            ClientLabels.NONE,
            0);

    JoinedRequest row = only(join(ONE_ROOT, record, record));

    assertThat(row.reason()).isEqualTo(Reason.UNCORRELATED);
    assertThat(row.measures()).containsEntry(Measure.CLIENT_TOTAL, ms(5));
  }

  @Test
  void aRecordThatWasNotSampledExpectsNoTrace() {
    ClientRecord sampled = Traces.success(10);
    ClientRecord not =
        new ClientRecord(
            Traces.KEY,
            true,
            SENT,
            Outcome.SUCCESS,
            200,
            false,
            false,
            ClientTimes.ofTotal(ms(10)),
            ClientLabels.NONE,
            0);

    assertThat(only(join(List.of(), sampled)).reason()).isEqualTo(Reason.NO_SPANS);
    assertThat(only(join(List.of(), not)).reason()).isEqualTo(Reason.NOT_SAMPLED);
    assertThat(only(join(spans(root(0, 9)), not)).state()).isEqualTo(State.MATCHED);
  }

  private static ClientRecord client(JoinedRequest row) {
    ClientRecord client = row.client();
    if (client == null) {
      throw new AssertionError("no record: " + row);
    }
    return client;
  }

  private static ClientRecord dialError(double at) {
    ClientTimes times = ClientTimes.of(Traces.EPOCH + ms(at) + 7, 0L);
    return Traces.with(
        Traces.labels(null, null, "1212"),
        Traces.with((SpanId) null, Traces.record(Outcome.ERROR, 0, times)));
  }

  private static List<JoinedRequest> join(List<Span> spans, ClientRecord... records) {
    return Traces.JOIN.join(Traces.input(spans, records));
  }
}
