package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the slow requests have that the usual ones have not.
 *
 * @param measure the phase, or network_envelope, whose mean grew most
 * @param owner who is asked about it
 * @param ms by how much
 */
public record TailGrowth(String measure, @Nullable String owner, BigDecimal ms) {

  /**
   * The largest growth; empty where nothing grew.
   *
   * @param usual mean milliseconds by measure, of the usual requests
   * @param slow the same of the slow ones
   */
  public static Optional<TailGrowth> between(
      Map<String, BigDecimal> usual, Map<String, BigDecimal> slow) {
    return slow.entrySet().stream()
        .map(
            it ->
                growth(
                    it.getKey(), usual.getOrDefault(it.getKey(), BigDecimal.ZERO), it.getValue()))
        .filter(it -> it.ms.signum() > 0)
        .max(Comparator.comparing(TailGrowth::ms));
  }

  private static TailGrowth growth(String measure, BigDecimal usual, BigDecimal slow) {
    String owner = Measure.valueOf(measure.toUpperCase(Locale.ROOT)).owner();
    return new TailGrowth(measure, owner, slow.subtract(usual));
  }
}
