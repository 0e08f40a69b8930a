package io.tracejoin.diagnosis;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a subject from one sample to another.
 *
 * @param name of the measure that told it
 * @param numbers what it is seen by, named with their units
 */
public record Change(String name, Direction direction, Map<String, Double> numbers) {

  private static final double MILLI = 1e6;

  /** Of a measure. */
  public static Change of(String name, Shift shift) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("baseline_p95_ms", shift.before().p95() / MILLI);
    numbers.put("run_p95_ms", shift.after().p95() / MILLI);
    numbers.put("baseline_mean_ms", shift.before().mean() / MILLI);
    numbers.put("run_mean_ms", shift.after().mean() / MILLI);
    return new Change(name, shift.direction(), numbers);
  }

  /** Of what a token or a byte adds. */
  public static Change of(String name, Slope slope) {
    return new Change(
        name,
        slope.direction(),
        Map.of("baseline_ms", slope.before() / MILLI, "run_ms", slope.after() / MILLI));
  }

  /** Of tokens a request. */
  public static Change of(String name, CountShift shift) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("baseline_p95", shift.before().p95());
    numbers.put("run_p95", shift.after().p95());
    numbers.put("baseline_mean", shift.before().mean());
    numbers.put("run_mean", shift.after().mean());
    return new Change(name, shift.direction(), numbers);
  }

  /** Of the p99 of a measure. */
  public static Change of(String name, TailShift shift) {
    return new Change(
        name,
        shift.direction(),
        Map.of("baseline_p99_ms", shift.before() / MILLI, "run_p99_ms", shift.after() / MILLI));
  }

  /** Of the rate. */
  public static Change of(String name, Throughput rate) {
    return new Change(
        name, rate.direction(), Map.of("baseline_per_s", rate.before(), "run_per_s", rate.after()));
  }

  /** With one more number, where it is known. */
  public Change withKnown(String number, @Nullable Double value) {
    return value == null ? this : with(number, value);
  }

  /** With one more number. */
  public Change with(String number, double value) {
    Map<String, Double> more = new LinkedHashMap<>(numbers);
    more.put(number, value);
    return new Change(name, direction, more);
  }
}
