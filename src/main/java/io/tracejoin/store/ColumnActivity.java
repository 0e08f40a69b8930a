package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.Activity;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.Thirds;
import io.tracejoin.statistics.BlockTotals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Requests under way and the window's thirds, as {@link ReportActivity} has them, from a scan. */
final class ColumnActivity {

  private final RequestColumns columns;
  private final ColumnWindows windows;
  private final long[] starts;
  private final long[] stops;
  private final OfWindow[] ofWindows;
  private int events;

  ColumnActivity(RequestColumns columns, Cohort cohort) {
    this.columns = columns;
    this.windows = new ColumnWindows(columns, cohort);
    this.starts = columns.room();
    this.stops = new long[columns.rows()];
    this.ofWindows = new OfWindow[windows.size()];
  }

  /** Sums of one window. */
  private static final class OfWindow {
    private final ColumnSum busy = new ColumnSum();
    private final ColumnSum walls = new ColumnSum();
    private long sent;
  }

  Activity activity() {
    int[] ofRows = windows.ofRows();
    long[] sent = columns.copy(RequestColumn.SENT_AT);
    leaveOut(sent);
    long[] totals = columns.copy(RequestColumn.of(Measure.CLIENT_TOTAL));
    long[] walls = columns.pass(RequestColumn.of(Measure.CLIENT_WALL));
    for (int i = 0; i < sent.length; i++) {
      int window = sent[i] == ColumnFile.NULL ? ColumnWindows.NONE : ofRows[i];
      if (window != ColumnWindows.NONE) {
        take(
            window,
            sent[i] - windows.base(window),
            totals[i],
            walls[i] == ColumnFile.NULL ? totals[i] : walls[i]);
      }
    }
    return new Activity(most(), generators());
  }

  /** Setup and teardown are no load. */
  private void leaveOut(long[] sent) {
    long[] lifecycles = columns.pass(RequestColumn.LIFECYCLE);
    for (int i = 0; i < sent.length; i++) {
      if (lifecycles[i] != ColumnFile.NULL) {
        sent[i] = ColumnFile.NULL;
      }
    }
  }

  private void take(int window, long start, long total, long wall) {
    boolean known = total != ColumnFile.NULL;
    long opens = windows.from(window) - windows.base(window);
    long closes = windows.to(window) - windows.base(window);
    if (start >= closes || start + (known ? total : 0) < opens) {
      return;
    }
    OfWindow sums = ofWindows[window] == null ? new OfWindow() : ofWindows[window];
    ofWindows[window] = sums;
    long begin = Math.max(start, opens);
    long end = known ? start + total : begin;
    sums.busy.add(Math.max(0, Math.min(end, closes) - begin));
    if (start >= opens) {
      sums.sent++;
      sums.walls.add(wall == ColumnFile.NULL ? 0 : wall);
    }
    if (known && end > begin) {
      starts[events] = begin;
      stops[events++] = end;
    }
  }

  /** An interval ends before the next one starts at the same moment. */
  private long most() {
    Arrays.sort(starts, 0, events);
    Arrays.sort(stops, 0, events);
    long most = 0;
    int ended = 0;
    for (int begun = 0; begun < events; begun++) {
      while (stops[ended] <= starts[begun]) {
        ended++;
      }
      most = Math.max(most, begun + 1 - ended);
    }
    return most;
  }

  private List<Activity.OfGenerator> generators() {
    List<Activity.OfGenerator> generators = new ArrayList<>();
    for (int i = 0; i < ofWindows.length; i++) {
      OfWindow sums = ofWindows[i];
      if (sums != null) {
        BigDecimal busy = sums.busy.value();
        generators.add(
            new Activity.OfGenerator(windows.name(i), busy, sums.sent, sums.walls.value()));
      }
    }
    return generators;
  }

  /** Of a cohort of successes. */
  static Thirds thirds(ColumnCohort cohort, Measure measure, long blockNanos) {
    ColumnBlocks blocks = cohort.blocks(blockNanos);
    long[][] sizes = new long[3][blocks.size()];
    ColumnSum[][] sums = new ColumnSum[3][blocks.size()];
    int[] ofRows = cohort.windows().ofRows();
    long[] sent = cohort.columns().copy(RequestColumn.SENT_AT);
    long[] values = cohort.columns().pass(RequestColumn.of(measure));
    for (int i = 0; i < values.length; i++) {
      int block = blocks.of(i);
      if (values[i] != ColumnFile.NULL && block != ColumnBlocks.NONE && cohort.has(measure, i)) {
        int window = ofRows[i];
        long from = cohort.windows().from(window);
        int third = (int) ((sent[i] - from) * 3 / (cohort.windows().to(window) - from));
        sizes[third][block]++;
        sums[third][block] = sums[third][block] == null ? new ColumnSum() : sums[third][block];
        sums[third][block].add(values[i]);
      }
    }
    List<Integer> order = blocks.inOrder(cohort.columns().terms());
    return new Thirds(totals(order, sizes[0], sums[0]), totals(order, sizes[2], sums[2]));
  }

  private static BlockTotals totals(List<Integer> order, long[] sizes, ColumnSum[] sums) {
    return BlockTotals.of(
        order.stream()
            .filter(it -> sizes[it] > 0)
            .map(it -> new BlockTotals.Block(sizes[it], sums[it].value().doubleValue()))
            .toList());
  }
}
