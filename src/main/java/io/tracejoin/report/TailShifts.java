package io.tracejoin.report;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which part explains the difference between the tails of two runs. */
final class TailShifts {

  private static final BigDecimal LEAST_MS = BigDecimal.ONE;
  private static final BigDecimal SHARE = new BigDecimal("0.05");

  private TailShifts() {}

  /** The bands that both have. */
  static Map<String, Comparison.Tail> of(
      Map<String, Report.Tail> baseline, Map<String, Report.Tail> run) {
    Map<String, Comparison.Tail> shifts = new LinkedHashMap<>();
    baseline.forEach(
        (band, before) -> {
          Report.Tail after = run.get(band);
          if (after != null) {
            shifts.put(band, shift(before, after));
          }
        });
    return shifts;
  }

  private static Comparison.Tail shift(Report.Tail before, Report.Tail after) {
    Set<String> names = new LinkedHashSet<>(before.meanMs().keySet());
    names.addAll(after.meanMs().keySet());
    Map<String, Comparison.Part> parts = new LinkedHashMap<>();
    for (String name : names) {
      BigDecimal then = before.meanMs().getOrDefault(name, BigDecimal.ZERO);
      BigDecimal now = after.meanMs().getOrDefault(name, BigDecimal.ZERO);
      parts.put(name, new Comparison.Part(then, now, now.subtract(then)));
    }
    parts = InOrder.ofMeasures(parts);
    BigDecimal difference = after.clientTotalMs().subtract(before.clientTotalMs());
    return new Comparison.Tail(
        before.clientTotalMs(),
        after.clientTotalMs(),
        difference,
        parts,
        isLarge(difference, before.clientTotalMs()) ? explains(parts, difference.signum()) : null);
  }

  /** As large as what moves: smaller differences are noise, and noise has no cause. */
  private static boolean isLarge(BigDecimal difference, BigDecimal before) {
    return difference.abs().compareTo(LEAST_MS.max(before.multiply(SHARE))) > 0;
  }

  private static @Nullable String explains(Map<String, Comparison.Part> parts, int sign) {
    BigDecimal direction = BigDecimal.valueOf(sign);
    return parts.entrySet().stream()
        .filter(it -> it.getValue().differenceMs().signum() == sign && sign != 0)
        .max(Comparator.comparing(it -> it.getValue().differenceMs().multiply(direction)))
        .map(Map.Entry::getKey)
        .orElse(null);
  }
}
