package io.tracejoin.diagnosis;

/**
 * How far repeats of one configuration lie apart; a shift within it is no movement.
 *
 * @param p95Nanos spread of the repeats' p95
 * @param meanNanos spread of their means
 */
public record NoiseFloor(double p95Nanos, double meanNanos) {

  /** Nobody repeated a run. */
  public static final NoiseFloor NONE = new NoiseFloor(0, 0);

  /** The wider of two. */
  public NoiseFloor or(NoiseFloor other) {
    return new NoiseFloor(Math.max(p95Nanos, other.p95Nanos), Math.max(meanNanos, other.meanNanos));
  }
}
