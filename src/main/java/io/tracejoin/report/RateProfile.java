package io.tracejoin.report;

import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.run.RunDeclaration.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals that were promised, over the seconds since the load's start: lines from rate to
 * rate.
 */
record RateProfile(List<Line> lines) {

  RateProfile {
    lines = List.copyOf(lines);
  }

  /** A stretch in which the rate goes from one value to another; it may never end. */
  record Line(double from, double to, double firstRate, double lastRate) {

    double arrivals(double start, double end) {
      double a = Math.max(start, from);
      double b = Math.min(end, to);
      return b <= a ? 0 : (b - a) * (rate(a) + rate(b)) / 2;
    }

    private double rate(double second) {
      return firstRate == lastRate
          ? firstRate
          : firstRate + (lastRate - firstRate) * (second - from) / (to - from);
    }
  }

  /** What one load promises; empty where it promises no rate. */
  static RateProfile of(@Nullable Load load) {
    if (load == null) {
      return new RateProfile(List.of());
    }
    double start = or(load.startS(), 0);
    boolean staged =
        load.stages() != null && load.stages().stream().anyMatch(it -> it.targetRate() != null);
    if (staged) {
      return staged(load, start);
    }
    Double rate = load.targetRate();
    double end = start + or(load.plannedDurationS(), Double.POSITIVE_INFINITY);
    return new RateProfile(rate == null ? List.of() : List.of(new Line(start, end, rate, rate)));
  }

  /** All of them at once. */
  static RateProfile together(Collection<Load> loads) {
    return new RateProfile(loads.stream().flatMap(it -> of(it).lines.stream()).toList());
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Promised arrivals between two seconds. */
  double arrivals(double start, double end) {
    return lines.stream().mapToDouble(it -> it.arrivals(start, end)).sum();
  }

  private static RateProfile staged(Load load, double start) {
    String executor = load.executor();
    boolean ramps = executor != null && executor.startsWith("ramping");
    List<Line> lines = new ArrayList<>();
    double from = start;
    double before = or(load.startRate(), 0);
    for (Stage stage : load.stages() == null ? List.<Stage>of() : load.stages()) {
      double target = or(stage.targetRate(), 0);
      double to = from + or(stage.durationS(), 0);
      lines.add(new Line(from, to, ramps ? before : target, target));
      from = to;
      before = target;
    }
    return new RateProfile(lines);
  }

  private static double or(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }
}
