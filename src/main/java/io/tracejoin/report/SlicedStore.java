package io.tracejoin.report;

import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.TailBand;
import java.util.List;
import java.util.Map;

/**
 * What {@link SeriesStore} tells of one population, told of every slice of a cohort in one pass.
 * All lists have one element a slice, in the order of {@link SliceCut}.
 */
public interface SlicedStore {

  /** Counts and sums of every series. */
  List<SeriesStore.Totals> totals();

  /** The values at some ranks of each series. */
  List<Map<Series, Map<Long, Long>>> valuesAt(List<Map<Series, SeriesStore.Ranks>> ranks);

  /**
   * How the values above some thresholds spread over blocks of send time.
   *
   * @param blockNanos length of a block
   */
  List<Map<Series, List<BlockSums>>> blocks(
      List<Map<Series, List<Long>>> thresholds, List<Long> blockNanos);

  /** Cached prompt tokens of the matched. */
  List<CachedFacts> cached();

  /**
   * Sums over bands of the matched that have an envelope.
   *
   * @param n how many these are
   */
  List<Map<TailBand, BandSums>> bands(List<Map<TailBand, TailBand.Ranks>> ranks, List<Long> n);
}
