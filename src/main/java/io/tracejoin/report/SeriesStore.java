package io.tracejoin.report;

import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.SlopeSums;
import io.tracejoin.statistics.TailBand;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The values of one cohort and one outcome, aggregated where they lie. A measure of the client is
 * one of all records (but for those told twice differently, whose value is not known), the others
 * of the matched.
 */
public interface SeriesStore {

  /** Counts and sums of every series. */
  Totals totals();

  /**
   * The values at some ranks of each series, in ascending order of value.
   *
   * @param ranks from 1 to the n of the series
   * @return nanoseconds by rank; a series that was asked for no rank is left out
   */
  Map<Series, Map<Long, Long>> valuesAt(Map<Series, Ranks> ranks);

  /**
   * How the values above some thresholds spread over blocks of send time.
   *
   * @param thresholds nanoseconds
   * @param blockNanos length of a block; blocks start with their generator's window
   * @return sums in the order of the thresholds
   */
  Map<Series, List<BlockSums>> blocks(Map<Series, List<Long>> thresholds, long blockNanos);

  /**
   * Sums over bands of the matched that have an envelope, by rank of client_total; equal values are
   * ordered by trace ID.
   *
   * @param n how many they are
   */
  Map<TailBand, BandSums> bands(Map<TailBand, TailBand.Ranks> bands, long n);

  /**
   * When the tokens, and the chunks, of each streamed answer arrived: one answer after the other,
   * in no order.
   */
  void contentTimes(Consumer<TokenTimes> taker);

  /** How many tokens the requests had. */
  TokenFacts tokens();

  /**
   * The values of some series by block of send time; values without a send time are left out. All
   * of them are in memory at once: ask for a few series at a time.
   *
   * @param blockNanos length of a block; blocks start with their generator's window
   * @return blocks that hold a value, by generator and time; a series without any is left out
   */
  Map<Series, List<Block>> values(List<Series> series, long blockNanos);

  /**
   * How the envelope of the matched grows with the length of the answer, by block of send time.
   *
   * @param length what tells the length
   */
  List<SlopeSums> envelopeOver(AnswerLength length, long blockNanos);

  /** Prompt tokens of the matched that the server took from its cache. */
  CachedFacts cached();

  /**
   * Cached prompt tokens of the matched by block of send time; values without a send time are left
   * out.
   *
   * @return blocks that hold a value, by generator and time; empty where nobody tells
   */
  List<long[]> cachedByBlock(long blockNanos);

  /** What tells how long an answer was. */
  enum AnswerLength {
    RESPONSE_BYTES,
    OUTPUT_TOKENS;

    /** The name in JSON and SQL. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Values of the requests that one generator sent within one stretch.
   *
   * @param index number of the stretch, from 0, since the generator's window began
   * @param values nanoseconds, in no order
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Block(long index, long[] values) {}

  /**
   * Ranks of a series of n values.
   *
   * @param ranks from 1 to n
   */
  record Ranks(long n, List<Long> ranks) {}

  /**
   * Sizes and sums.
   *
   * @param clients records of the cohort with the outcome
   * @param pairs the matched among them
   * @param series those that have a value
   */
  record Totals(long clients, long pairs, Map<Series, Total> series) {}

  /**
   * Size and sum of one series.
   *
   * @param n values, at least 1
   * @param sum nanoseconds
   */
  record Total(long n, BigDecimal sum) {}
}
