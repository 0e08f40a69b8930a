package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.BiasFacts;
import io.tracejoin.report.Series;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.TwoSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Matched against unmatched successes, as {@link ReportBias} has them, from a scan. */
final class ColumnBias {

  private final long[] matched;
  private final long[] unmatched;

  /** Of a cohort of successes. */
  ColumnBias(ColumnCohort cohort) {
    long[] totals = cohort.columns().pass(RequestColumn.of(Measure.CLIENT_TOTAL));
    ColumnCohort.Rows rows = cohort.of(Series.CLIENT_TOTAL);
    this.matched = select(totals, row -> rows.have(row) && cohort.pair(row));
    this.unmatched = select(totals, row -> rows.have(row) && !cohort.pair(row));
  }

  private static long[] select(long[] totals, ColumnCohort.Rows rows) {
    long[] selected = new long[totals.length];
    int n = 0;
    for (int i = 0; i < totals.length; i++) {
      if (totals[i] != ColumnFile.NULL && rows.have(i)) {
        selected[n++] = totals[i];
      }
    }
    return Arrays.copyOf(selected, n);
  }

  BiasFacts facts(List<Quantile> quantiles) {
    int n = matched.length;
    int m = unmatched.length;
    if (n == 0 || m == 0) {
      return new BiasFacts(n, m, null, List.of(), Map.of());
    }
    Arrays.sort(matched);
    Arrays.sort(unmatched);
    Merged merged = merged();
    Map<Quantile, BiasFacts.Split> splits = new LinkedHashMap<>();
    for (Quantile quantile : quantiles) {
      splits.put(quantile, split(quantile));
    }
    return new BiasFacts(n, m, merged.distance, merged.ties, splits);
  }

  private record Merged(long distance, List<Integer> ties) {}

  /** Walks through both in ascending order, one value at a time. */
  private Merged merged() {
    boolean small = TwoSamples.exact(matched.length, unmatched.length);
    List<Integer> ties = new ArrayList<>();
    long distance = 0;
    int i = 0;
    int j = 0;
    while (i < matched.length || j < unmatched.length) {
      long value = least(i, j);
      int before = i + j;
      while (i < matched.length && matched[i] == value) {
        i++;
      }
      while (j < unmatched.length && unmatched[j] == value) {
        j++;
      }
      distance =
          Math.max(distance, Math.abs((long) i * unmatched.length - (long) j * matched.length));
      if (small) {
        ties.add(i + j - before);
      }
    }
    return new Merged(distance, ties);
  }

  private long least(int i, int j) {
    if (i == matched.length) {
      return unmatched[j];
    }
    return j == unmatched.length ? matched[i] : Math.min(matched[i], unmatched[j]);
  }

  private BiasFacts.Split split(Quantile quantile) {
    long ofAll = ofAll(quantile.rank((long) matched.length + unmatched.length));
    return new BiasFacts.Split(
        matched[(int) quantile.rank(matched.length) - 1],
        unmatched[(int) quantile.rank(unmatched.length) - 1],
        upTo(matched, ofAll));
  }

  /** The value of a rank among both: the least up to which there are so many. */
  private long ofAll(long rank) {
    long low = least(0, 0);
    long high = Math.max(matched[matched.length - 1], unmatched[unmatched.length - 1]);
    while (low < high) {
      long middle = low + ((high - low) >>> 1);
      if (upTo(matched, middle) + upTo(unmatched, middle) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** How many are at most this. */
  private static long upTo(long[] sorted, long value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
