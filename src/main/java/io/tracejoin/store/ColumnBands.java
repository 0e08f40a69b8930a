package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.BandSums;
import io.tracejoin.statistics.OrderStatistics;
import io.tracejoin.statistics.TailBand;
import io.tracejoin.statistics.TailBand.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Sums over the ranks of the tail bands, as {@link ReportBands} has them, from a scan. */
final class ColumnBands {

  private static final List<Measure> OF_GENERATION =
      List.of(Measure.GENERATION, Measure.PREFILL, Measure.DECODE);

  private final ColumnCohort cohort;
  private final RequestColumns columns;

  ColumnBands(ColumnCohort cohort) {
    this.cohort = cohort;
    this.columns = cohort.columns();
  }

  Map<TailBand, BandSums> sums(Map<TailBand, Ranks> bands, long n) {
    Map<TailBand, BandSums> sums = new EnumMap<>(TailBand.class);
    if (bands.isEmpty()) {
      return sums;
    }
    long[] totals = totals();
    List<Edges> edges = edges(totals, bands, n);
    for (Edges band : edges) {
      sums.put(band.band, sums(band, members(totals, band)));
    }
    return sums;
  }

  /** client_total by row; {@link ColumnFile#NULL} for rows that no tail is made of. */
  private long[] totals() {
    long[] totals = columns.copy(RequestColumn.of(Measure.CLIENT_TOTAL));
    long[] envelopes = columns.pass(RequestColumn.of(Measure.NETWORK_ENVELOPE));
    for (int i = 0; i < totals.length; i++) {
      if (!cohort.pair(i) || envelopes[i] == ColumnFile.NULL) {
        totals[i] = ColumnFile.NULL;
      }
    }
    return totals;
  }

  private List<Edges> edges(long[] totals, Map<TailBand, Ranks> bands, long n) {
    long[] sorted = columns.room();
    int known = 0;
    for (long total : totals) {
      if (total != ColumnFile.NULL) {
        sorted[known++] = total;
      }
    }
    List<Long> ranks = new ArrayList<>();
    bands.forEach(
        (band, it) -> ranks.addAll(List.of(it.first(), it.last(), band.quantile().rank(n))));
    OrderStatistics.place(sorted, known, ranks.stream().mapToLong(Long::longValue).toArray());
    List<Edges> edges = new ArrayList<>();
    bands.forEach(
        (band, it) ->
            edges.add(
                new Edges(
                    band,
                    it,
                    sorted[(int) it.first() - 1],
                    sorted[(int) it.last() - 1],
                    sorted[(int) band.quantile().rank(n) - 1])));
    return edges;
  }

  /** The rows of the band's ranks, in any order. */
  private int[] members(long[] totals, Edges band) {
    long[] below = new long[2];
    List<Integer> inside = new ArrayList<>();
    List<Integer> lowest = new ArrayList<>();
    List<Integer> highest = new ArrayList<>();
    for (int i = 0; i < totals.length; i++) {
      long total = totals[i];
      if (total == ColumnFile.NULL || total > band.high) {
        continue;
      }
      below[0] += total < band.low ? 1 : 0;
      below[1] += total < band.high ? 1 : 0;
      if (total == band.low) {
        lowest.add(i);
      } else if (total == band.high) {
        highest.add(i);
      } else if (total > band.low) {
        inside.add(i);
      }
    }
    addRanked(lowest, below[0], band.ranks, inside);
    addRanked(highest, below[1], band.ranks, inside);
    return inside.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Of rows of equal value those whose rank is in the band. */
  private void addRanked(List<Integer> rows, long below, Ranks ranks, List<Integer> inside) {
    boolean all = below + 1 >= ranks.first() && below + rows.size() <= ranks.last();
    List<Integer> ordered = all ? rows : byTrace(rows);
    for (int i = 0; i < ordered.size(); i++) {
      long rank = below + i + 1;
      if (rank >= ranks.first() && rank <= ranks.last()) {
        inside.add(ordered.get(i));
      }
    }
  }

  private List<Integer> byTrace(List<Integer> rows) {
    long[] high = columns.copy(RequestColumn.TRACE_HIGH);
    long[] low = columns.copy(RequestColumn.TRACE_LOW);
    long[] ordinals = columns.copy(RequestColumn.ORDINAL);
    Comparator<Integer> order = (left, right) -> Long.compareUnsigned(high[left], high[right]);
    return rows.stream()
        .sorted(
            order
                .thenComparing((left, right) -> Long.compareUnsigned(low[left], low[right]))
                .thenComparing(it -> ordinals[it]))
        .toList();
  }

  private BandSums sums(Edges band, int[] members) {
    Map<Measure, Long> parts = new EnumMap<>(Measure.class);
    Map<Measure, Long> unknown = new EnumMap<>(Measure.class);
    for (Measure part : ReportBands.PARTS) {
      long[] values = part == Measure.GENERATION ? anyGeneration(members) : of(part, members);
      long lacking = Arrays.stream(values).filter(it -> it == ColumnFile.NULL).count();
      unknown.put(part, lacking);
      parts.put(
          part,
          Arrays.stream(values).filter(it -> it != ColumnFile.NULL).reduce(0, Math::addExact));
    }
    return new BandSums(band.middle, members.length, parts, unknown);
  }

  private long[] of(Measure measure, int[] members) {
    long[] values = columns.pass(RequestColumn.of(measure));
    return Arrays.stream(members).mapToLong(it -> values[it]).toArray();
  }

  /** As {@link ReportBands#ANY_GENERATION}. */
  private long[] anyGeneration(int[] members) {
    List<long[]> found = OF_GENERATION.stream().map(it -> of(it, members)).toList();
    long[] any = new long[members.length];
    for (int i = 0; i < any.length; i++) {
      any[i] = anyGeneration(found.get(0)[i], found.get(1)[i], found.get(2)[i]);
    }
    return any;
  }

  private static long anyGeneration(long generation, long prefill, long decode) {
    if (generation != ColumnFile.NULL) {
      return generation;
    }
    if (prefill == ColumnFile.NULL || decode == ColumnFile.NULL) {
      return Math.max(prefill, decode); // the one that is known, for nothing is the least number
    }
    return prefill + decode;
  }

  /** A band and the values of client_total at its first and last rank and at its quantile. */
  private record Edges(TailBand band, Ranks ranks, long low, long high, long middle) {}
}
