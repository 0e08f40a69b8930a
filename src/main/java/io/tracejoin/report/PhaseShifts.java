package io.tracejoin.report;

import io.tracejoin.diagnosis.Direction;
import io.tracejoin.diagnosis.NoiseFloor;
import io.tracejoin.diagnosis.Shift;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Bootstrapped;
import io.tracejoin.statistics.Bootstrapped.Interval;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every series of two samples beside each other, with the intervals of its shifts. */
final class PhaseShifts {

  private static final double LEVEL = 0.95;
  private static final double MILLI = 1e6;
  private static final int DIGITS = 6;

  private final Side baseline;
  private final Side run;
  private final BlockBootstrap bootstrap;
  private final Function<Series, NoiseFloor> floor;

  PhaseShifts(
      Side baseline, Side run, BlockBootstrap bootstrap, Function<Series, NoiseFloor> floor) {
    this.baseline = baseline;
    this.run = run;
    this.bootstrap = bootstrap;
    this.floor = floor;
  }

  /**
   * In reading order.
   *
   * @param moved what is known of the movement of each series
   */
  List<Comparison.Phase> all(Map<Series, Shift> moved) {
    List<Series> present =
        Series.ALL.stream()
            .filter(it -> baseline.spread(it) != null || run.spread(it) != null)
            .toList();
    List<Comparison.Phase> phases = new ArrayList<>();
    for (int i = 0; i < present.size(); i += Side.BATCH) {
      List<Series> batch = present.subList(i, Math.min(present.size(), i + Side.BATCH));
      Map<Series, BlockedValues> before = baseline.values(batch);
      Map<Series, BlockedValues> after = run.values(batch);
      batch.forEach(it -> phases.add(phase(it, before.get(it), after.get(it), moved.get(it))));
    }
    return phases;
  }

  private Comparison.Phase phase(
      Series series,
      @Nullable BlockedValues before,
      @Nullable BlockedValues after,
      @Nullable Shift moved) {
    Side.Spread then = baseline.spread(series);
    Side.Spread now = run.spread(series);
    return new Comparison.Phase(
        series.measure().code(),
        series.kind() == null ? null : series.kind().code(),
        series.measure().owner(),
        then == null ? null : figures(then),
        now == null ? null : figures(now),
        then == null || now == null
            ? null
            : shift(figures(then), figures(now), intervals(before, after), floor.apply(series)),
        moved != null && moved.direction() != Direction.STABLE);
  }

  private static Comparison.Figures figures(Side.Spread spread) {
    return new Comparison.Figures(
        Decimals.ms(spread.p50()),
        Decimals.ms(spread.p95()),
        Decimals.ms(spread.p99()),
        Decimals.meanMs(spread.sum(), spread.n()),
        spread.n());
  }

  private static Comparison.Shift shift(
      Comparison.Figures then,
      Comparison.Figures now,
      Map<String, List<BigDecimal>> intervals,
      NoiseFloor floor) {
    return new Comparison.Shift(
        now.p50Ms().subtract(then.p50Ms()),
        now.p95Ms().subtract(then.p95Ms()),
        now.p99Ms().subtract(then.p99Ms()),
        now.meanMs().subtract(then.meanMs()),
        intervals.get("p95_ms"),
        intervals,
        floor.equals(NoiseFloor.NONE)
            ? null
            : new Comparison.Floor(ms(floor.p95Nanos()), ms(floor.meanNanos())));
  }

  private Map<String, List<BigDecimal>> intervals(
      @Nullable BlockedValues before, @Nullable BlockedValues after) {
    Map<String, List<BigDecimal>> intervals = new LinkedHashMap<>();
    if (before != null && after != null) {
      for (Quantile quantile : Quantile.STANDARD) {
        add(intervals, quantile.name() + "_ms", bootstrap.quantileShift(before, after, quantile));
      }
      add(intervals, "mean_ms", bootstrap.meanShift(before, after));
    }
    return intervals;
  }

  private static void add(
      Map<String, List<BigDecimal>> intervals, String name, Bootstrapped shift) {
    shift.interval(LEVEL).ifPresent(it -> intervals.put(name, bounds(it)));
  }

  private static List<BigDecimal> bounds(Interval interval) {
    return List.of(ms(interval.low()), ms(interval.high()));
  }

  private static BigDecimal ms(double nanos) {
    return Decimals.rounded(nanos / MILLI, DIGITS);
  }
}
