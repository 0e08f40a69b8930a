package io.tracejoin.decompose;

import static io.tracejoin.decompose.Measure.CLIENT_TTFT;
import static io.tracejoin.decompose.Measure.E2E_STREAM;
import static io.tracejoin.decompose.Measure.E2E_TOKEN;
import static io.tracejoin.decompose.Measure.PROTOCOL_TAIL;
import static io.tracejoin.decompose.Measure.TPOT;
import static io.tracejoin.decompose.Measure.TPOT_ESTIMATE;
import static io.tracejoin.decompose.Traces.breakdown;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.joinOne;
import static io.tracejoin.decompose.Traces.labels;
import static io.tracejoin.decompose.Traces.ms;
import static io.tracejoin.decompose.Traces.record;
import static io.tracejoin.decompose.Traces.root;
import static io.tracejoin.decompose.Traces.span;
import static io.tracejoin.decompose.Traces.spans;
import static io.tracejoin.decompose.Traces.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.TokenTimes.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a streamed answer flowed. */
class StreamFiguresTest {

  private static final ContentTimes TOKENS = of(Kind.TOKEN, 400, 500, 700);

  @Test
  void theWorkedExample() {
    JoinedRequest row = joinOne(List.of(), stream(TOKENS, 720.0, 3));

    assertThat(row.measures())
        .containsEntry(CLIENT_TTFT, ms(400))
        .containsEntry(TPOT, ms(150))
        .containsEntry(E2E_TOKEN, ms(700))
        .containsEntry(E2E_STREAM, ms(720))
        .containsEntry(PROTOCOL_TAIL, ms(20))
        .doesNotContainKey(TPOT_ESTIMATE);
    assertThat(row.clientTtftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(Intervals.of(row.content().tokens()))
        .isEqualTo(new Intervals(Kind.TOKEN, 2, ms(200), ms(200)));
    assertThat(codes(row)).isEmpty();
  }

  @Test
  void chunksGiveAnEstimateUnderItsOwnName() {
    JoinedRequest row = joinOne(List.of(), stream(of(Kind.CHUNK, 400, 500, 700), 720.0, 7));

    assertThat(row.measures())
        .containsEntry(TPOT_ESTIMATE, ms(50))
        .containsEntry(E2E_TOKEN, ms(700))
        .containsEntry(PROTOCOL_TAIL, ms(20))
        .doesNotContainKey(TPOT);
    assertThat(row.clientTtftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(codes(row)).isEmpty();
  }

  @Test
  void whereBothAreToldEachGivesItsOwnFigures() {
    ContentTimes both =
        new ContentTimes(TOKENS.tokens(), TokenTimes.of(Kind.CHUNK, ms(390), ms(710)));

    JoinedRequest row = joinOne(List.of(), stream(both, 720.0, 3));

    assertThat(row.measures())
        .containsEntry(CLIENT_TTFT, ms(400))
        .containsEntry(TPOT, ms(150))
        .containsEntry(TPOT_ESTIMATE, ms(160))
        .containsEntry(E2E_TOKEN, ms(700));
  }

  @Test
  void ofOneTokenThereIsNoTimePerToken() {
    assertThat(joinOne(List.of(), stream(of(Kind.TOKEN, 400), 720.0, 1)).measures())
        .doesNotContainKeys(TPOT, TPOT_ESTIMATE)
        .containsEntry(E2E_TOKEN, ms(400));
    assertThat(joinOne(List.of(), stream(of(Kind.CHUNK, 400), 720.0, 50)).measures())
        .doesNotContainKeys(TPOT, TPOT_ESTIMATE);
    assertThat(joinOne(List.of(), stream(of(Kind.CHUNK, 400, 500), 720.0, 1)).measures())
        .doesNotContainKeys(TPOT, TPOT_ESTIMATE);
    assertThat(joinOne(List.of(), stream(of(Kind.CHUNK, 400, 500), 720.0, null)).measures())
        .doesNotContainKeys(TPOT, TPOT_ESTIMATE);
  }

  @Test
  void whatWasNotStreamedHasNoneOfThem() {
    ClientRecord whole = with(labels(false, 3), stream(TOKENS, 720.0, 3));

    JoinedRequest row = joinOne(List.of(), whole);

    assertThat(row.measures().keySet())
        .doesNotContain(CLIENT_TTFT, TPOT, E2E_TOKEN, E2E_STREAM, PROTOCOL_TAIL);
    assertThat(row.content().isEmpty()).isTrue();
  }

  @Test
  void whatTheClientToldAsFirstTokenWins() {
    ClientTimes told =
        new ClientTimes(
                null,
                null,
                ms(720),
                ms(410),
                TtftKind.FIRST_BYTE,
                null,
                null,
                null,
                null,
                null,
                null,
                ms(720))
            .with(TOKENS);

    JoinedRequest row = joinOne(spans(root(0, 715)), record(Outcome.SUCCESS, 200, told));

    assertThat(row.measures()).containsEntry(CLIENT_TTFT, ms(410));
    assertThat(row.clientTtftKind()).isEqualTo(TtftKind.FIRST_BYTE);
    assertThat(breakdown(row).firstTokens())
        .containsOnly(
            Map.entry(TtftKind.TOKEN, new TtftPair(ms(400), null)),
            Map.entry(TtftKind.FIRST_BYTE, new TtftPair(ms(410), null)));
  }

  @Test
  void firstTokensOfBothSidesStandBesideEachOtherByKind() {
    List<Span> spans =
        spans(
            root(0, 710),
            span(2, "generate", 10, 690).event("first_token", 380),
            span(3, "response.write", 385, 705));

    Breakdown it = breakdown(joinOne(spans, stream(TOKENS, 720.0, 3)));

    assertThat(it.firstTokens())
        .containsOnly(
            Map.entry(TtftKind.TOKEN, new TtftPair(ms(400), ms(380))),
            Map.entry(TtftKind.FIRST_BYTE, new TtftPair(null, ms(385))));
    assertThat(it.get(Measure.TTFT_ENVELOPE)).isEqualTo(ms(20));
  }

  @Test
  void aFirstTokenBeyondTheEndIsFlaggedAlsoWhereTheTokensTellIt() {
    ClientRecord late = record(Outcome.SUCCESS, 200, ClientTimes.ofTotal(ms(300)).with(TOKENS));

    JoinedRequest row = joinOne(List.of(), late);

    assertThat(row.measures()).doesNotContainKey(CLIENT_TTFT);
    assertThat(codes(row)).containsExactly("ttft_beyond_total");
  }

  @Test
  void countsThatDisagreeAreFlaggedWithAllNumbers() {
    List<Span> spans =
        spans(
            root(0, 710),
            span(2, "generate", 10, 690)
                .with("gen_ai.usage.output_tokens", 5L)
                .with("gen_ai.usage.input_tokens", 7L));

    JoinedRequest row = joinOne(spans, stream(TOKENS, 720.0, 4));

    assertThat(row.anomalies())
        .contains(
            new Anomaly(
                Anomaly.Code.TOKEN_COUNT_DISAGREES,
                "Tokens of the output: client 4, server 5, token times 3."));
    assertThat(breakdown(row).serverTokens()).isEqualTo(new TokenCounts(7, 5, null));
    assertThat(breakdown(row).get(TPOT)).isEqualTo(ms(150));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gen_ai.usage.cache_read.input_tokens",
        "gen_ai.usage.cache_read_input_tokens",
        "gen_ai.usage.cached_tokens",
        "gen_ai.usage.input_tokens.cached",
        "gen_ai.usage.input_tokens_details.cached_tokens",
        "gen_ai.usage.prompt_tokens_details.cached_tokens",
        "llm.usage.cache_read_input_tokens",
        "llm.token_count.prompt_details.cache_read"
      })
  void cachedPromptTokensAreReadUnderEachOfTheirNames(String name) {
    List<Span> spans =
        spans(
            root(0, 710),
            span(2, "generate", 10, 690).with(name, 96L).with("gen_ai.usage.input_tokens", 128L));

    assertThat(breakdown(joinOne(spans, stream(TOKENS, 720.0, 3))).serverTokens())
        .isEqualTo(new TokenCounts(128, null, 96));
  }

  @Test
  void noneCachedIsZeroAndNobodyTellingIsNull() {
    List<Span> none =
        spans(root(0, 710), span(2, "generate", 10, 690).with("gen_ai.usage.cached_tokens", 0L));
    List<Span> nobody = spans(root(0, 710), span(2, "generate", 10, 690));

    assertThat(breakdown(joinOne(none, stream(TOKENS, 720.0, 3))).serverTokens().cached()).isZero();
    assertThat(breakdown(joinOne(nobody, stream(TOKENS, 720.0, 3))).serverTokens().cached())
        .isNull();
  }

  @Test
  void aRequestsOwnP95OfItsIntervalsIsAMeasureUnderTheirName() {
    long[] times = new long[41];
    for (int i = 1; i < times.length; i++) {
      // 37 intervals of 10 ms, then 20, 30 and 90: the 38th of 40 is the p95.
      times[i] = times[i - 1] + ms(i <= 37 ? 10 : i == 38 ? 20 : i == 39 ? 30 : 90);
    }
    TokenTimes tokens = TokenTimes.of(Kind.TOKEN, times);

    assertThat(joinOne(List.of(), stream(ContentTimes.of(tokens), null, 41)).measures())
        .containsEntry(Measure.ITL_P95, ms(20))
        .doesNotContainKey(Measure.CHUNK_INTERVAL_P95);
    assertThat(joinOne(List.of(), stream(of(Kind.CHUNK, 400, 500), 720.0, 9)).measures())
        .containsEntry(Measure.CHUNK_INTERVAL_P95, ms(100))
        .doesNotContainKey(Measure.ITL_P95);
    assertThat(joinOne(List.of(), stream(of(Kind.TOKEN, 400), 720.0, 1)).measures())
        .doesNotContainKey(Measure.ITL_P95);
  }

  @Test
  void ofARequestThatBrokeOffEachSideMayCountWhatItSaw() {
    ClientRecord cut =
        with(labels(true, 2), record(Outcome.DISCONNECTED, 200, ClientTimes.NONE.with(TOKENS)));

    assertThat(codes(joinOne(List.of(), cut))).isEmpty();
  }

  @Test
  void theServersCountStandsInForTheClients() {
    List<Span> spans =
        spans(
            root(0, 710),
            span(2, "generate", 100, 700).with("gen_ai.usage.completion_tokens", "3"));

    Breakdown it = breakdown(joinOne(spans, stream(ContentTimes.NONE, 720.0, null)));

    assertThat(it.get(Measure.GENERATION_MS_PER_OUTPUT_TOKEN)).isEqualTo(ms(200));
    assertThat(it.get(TPOT_ESTIMATE)).isNull();
  }

  @Test
  void countsAreWholeNumbersFromZero() {
    assertThat(ServerTokens.count(180L)).isEqualTo(180);
    assertThat(ServerTokens.count(180.0)).isEqualTo(180);
    assertThat(ServerTokens.count("180")).isEqualTo(180);
    assertThat(ServerTokens.count(0.5)).isNull();
    assertThat(ServerTokens.count(-1L)).isNull();
    assertThat(ServerTokens.count(1L << 40)).isNull();
    assertThat(ServerTokens.count(Double.NaN)).isNull();
    assertThat(ServerTokens.count("many")).isNull();
    assertThat(ServerTokens.count(true)).isNull();
  }

  @Test
  void otherTokenTimesOfOneIdentityAreACollisionAndMissingOnesAreFilledIn() {
    ClientRecord told = stream(TOKENS, 720.0, 3);
    ClientRecord other = stream(of(Kind.TOKEN, 400, 501, 700), 720.0, 3);
    ClientRecord silent = stream(ContentTimes.NONE, 720.0, 3);

    assertThat(Repeat.of(told, other)).isEqualTo(Repeat.CONFLICT);
    assertThat(Repeat.of(told, silent)).isEqualTo(Repeat.SAME);
    assertThat(joinOne(List.of(), silent, told).content()).isEqualTo(TOKENS);
    assertThat(joinOne(List.of(), told, silent).content()).isEqualTo(TOKENS);
  }

  @Test
  void tokensOfTheLastHopAreCountedFromTheFirstSend() {
    ClientRecord redirect = Traces.sent(Traces.SENT, 307, 0, 30);
    ClientRecord last =
        record(
            Outcome.SUCCESS,
            200,
            new ClientTimes(
                    Traces.EPOCH + ms(30),
                    null,
                    ms(720),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    ms(720))
                .with(TOKENS));

    JoinedRequest row = joinOne(List.of(), redirect, last);

    assertThat(row.hops()).isEqualTo(2);
    assertThat(row.measures()).containsEntry(E2E_TOKEN, ms(730)).containsEntry(TPOT, ms(150));
  }

  @Property
  void timePerTokenIsTheMeanIntervalToHalfANanosecond(
      @ForAll @Size(min = 2, max = 30) List<@LongRange(min = 1, max = 1L << 40) Long> any) {
    long[] nanos = any.stream().mapToLong(Long::longValue).sorted().toArray();
    ClientRecord record =
        stream(ContentTimes.of(TokenTimes.of(Kind.TOKEN, nanos)), null, nanos.length);

    long tpot = Objects.requireNonNull(StreamFigures.of(record).get(TPOT));

    long whole = Arrays.stream(nanos).max().orElseThrow() - nanos[0];
    assertThat(Math.abs(2 * (tpot * (nanos.length - 1) - whole)))
        .isLessThanOrEqualTo(nanos.length - 1);
  }

  private static ContentTimes of(Kind kind, long... millis) {
    return ContentTimes.of(
        TokenTimes.of(kind, Arrays.stream(millis).map(it -> it * 1_000_000).toArray()));
  }

  private static ClientRecord stream(
      ContentTimes content, @Nullable Double endMs, @Nullable Integer outputTokens) {
    Long end = endMs == null ? null : (Long) ms(endMs);
    ClientTimes times =
        new ClientTimes(
            null, null, end, null, null, null, null, null, null, null, null, end, content);
    return with(labels(true, outputTokens), record(Outcome.SUCCESS, 200, times));
  }
}
