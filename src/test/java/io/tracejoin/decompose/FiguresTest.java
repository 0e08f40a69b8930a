package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.EPOCH;
import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.ms;
import static io.tracejoin.decompose.Traces.record;
import static io.tracejoin.decompose.Traces.root;
import static io.tracejoin.decompose.Traces.span;
import static io.tracejoin.decompose.Traces.spans;
import static io.tracejoin.decompose.Traces.success;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The measures of the client and of the pair. */
class FiguresTest {

  private static final List<Span> ROOT = spans(root(0, 100));

  @Test
  void setupCountsAHandshakeOnce() {
    ClientTimes times =
        new ClientTimes(
            EPOCH + 5, EPOCH, ms(110), null, null, ms(30), ms(10), ms(15), null, null, null, null);

    Breakdown it = breakdown(Traces.joinOne(ROOT, record(Outcome.SUCCESS, 200, times)));

    assertThat(it.get(Measure.CLIENT_SETUP)).isEqualTo(ms(30));
    assertThat(it.get(Measure.CLIENT_WALL)).isEqualTo(ms(140));
    assertThat(it.get(Measure.SCHEDULE_LAG)).isEqualTo(5);
    assertThat(it.get(Measure.RESPONSE_TIME)).isEqualTo(ms(140) + 5);
  }

  @Test
  void firstTokensAreSubtractedOnlyWithinOneKind() {
    List<Span> stream =
        spans(
            root(0, 100),
            span(2, "generate", 10, 90).event("first_token", 30),
            span(3, "response.write", 35, 99));

    Breakdown bytes = breakdown(Traces.joinOne(stream, ttft(50, TtftKind.FIRST_BYTE)));
    Breakdown tokens = breakdown(Traces.joinOne(stream, ttft(50, TtftKind.TOKEN)));
    Breakdown chunks = breakdown(Traces.joinOne(stream, ttft(50, TtftKind.CHUNK)));

    assertThat(bytes.get(Measure.TTFT_ENVELOPE)).isEqualTo(ms(15));
    assertThat(tokens.get(Measure.TTFT_ENVELOPE)).isEqualTo(ms(20));
    assertThat(chunks.get(Measure.TTFT_ENVELOPE)).isNull();
    assertThat(chunks.serverTtftKind()).isEqualTo(TtftKind.TOKEN);
  }

  @Test
  void aFirstTokenOfZeroIsMissingAndOneBeyondTheEndIsFlagged() {
    JoinedRequest zero = Traces.joinOne(ROOT, ttft(0, TtftKind.TOKEN));
    JoinedRequest late = Traces.joinOne(ROOT, ttft(120, TtftKind.TOKEN));

    assertThat(breakdown(zero).get(Measure.CLIENT_TTFT)).isNull();
    assertThat(codes(zero)).isEmpty();
    assertThat(breakdown(late).get(Measure.CLIENT_TTFT)).isNull();
    assertThat(breakdown(late).clientTtftKind()).isNull();
    assertThat(codes(late)).containsExactly("ttft_beyond_total");
  }

  @Test
  void anEnvelopeWithinTheToleranceStaysAsMeasured() {
    JoinedRequest row = Traces.joinOne(ROOT, success(98));

    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(breakdown(row).get(Measure.NETWORK_ENVELOPE)).isEqualTo(ms(-2));
    assertThat(Traces.joinOne(ROOT, success(97.9)).reason()).isEqualTo(Reason.NEGATIVE_ENVELOPE);
  }

  @Test
  void unitsAreSuspectInEitherDirection() {
    assertThat(codes(Traces.joinOne(ROOT, success(100_000)))).containsExactly("unit_suspect");
    assertThat(codes(Traces.joinOne(ROOT, success(201_000)))).isEmpty();
  }

  @Test
  void generationPerTokenIsRoundedHalfUp() {
    List<Span> spans = spans(root(0, 2_000), span(2, "generate", 0, 1_210));

    assertThat(perToken(spans, Outcome.SUCCESS, 180)).isEqualTo(6_722_222);
    assertThat(perToken(spans, Outcome.SUCCESS, 0)).isNull();
    assertThat(perToken(spans, Outcome.ERROR, 180)).isNull();
  }

  @Test
  void aRootThatEndsBeforeTheStreamGoesOnIsExcluded() {
    ClientRecord stream = Traces.with(Traces.labels(true, null), ttft(99, TtftKind.TOKEN, 4_000));

    assertThat(Traces.joinOne(ROOT, stream).reason()).isEqualTo(Reason.ROOT_ENDS_EARLY);
    assertThat(Traces.joinOne(ROOT, Traces.with(Traces.labels(false, null), stream)).reason())
        .isNull();
  }

  @Test
  void whatEachSideSawIsSaidWhereTheyDisagree() {
    ClientRecord timeout = record(Outcome.TIMEOUT, 0, ClientTimes.ofTotal(ms(110)));
    List<Span> failed = spans(root(0, 100).status(SpanStatus.ERROR));

    assertThat(codes(Traces.joinOne(ROOT, timeout))).containsExactly("outcome_disagrees");
    assertThat(codes(Traces.joinOne(failed, timeout))).isEmpty();
    assertThat(
            codes(
                Traces.joinOne(
                    ROOT, record(Outcome.HTTP_ERROR, 404, ClientTimes.ofTotal(ms(110))))))
        .isEmpty();
  }

  @Test
  void theStreamsEndIsAFigureOfStreamsOnly() {
    ClientTimes times =
        new ClientTimes(
            null, null, ms(110), null, null, null, null, null, null, null, null, ms(105));
    ClientRecord stream = record(Outcome.SUCCESS, 200, times);

    assertThat(Traces.joinOne(List.of(), stream).measures())
        .containsEntry(Measure.E2E_STREAM, ms(105));
    assertThat(
            Traces.joinOne(List.of(), Traces.with(Traces.labels(false, null), stream)).measures())
        .doesNotContainKey(Measure.E2E_STREAM);
  }

  private static @Nullable Long perToken(List<Span> spans, Outcome outcome, int tokens) {
    ClientRecord record =
        Traces.with(
            Traces.labels(false, tokens), record(outcome, 200, ClientTimes.ofTotal(ms(2_100))));
    return breakdown(Traces.joinOne(spans, record)).get(Measure.GENERATION_MS_PER_OUTPUT_TOKEN);
  }

  private static ClientRecord ttft(double at, TtftKind kind) {
    return ttft(at, kind, 110);
  }

  private static ClientRecord ttft(double at, TtftKind kind, double total) {
    return record(
        Outcome.SUCCESS,
        200,
        new ClientTimes(
            null, null, ms(total), ms(at), kind, null, null, null, null, null, null, null));
  }
}
