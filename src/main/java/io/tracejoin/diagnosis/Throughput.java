package io.tracejoin.diagnosis;

/**
 * Whether the rate of successes moved: by more than 5 %, and by more than three standard deviations
 * of counts as random as arrivals can be.
 *
 * @param before successes a second of the baseline
 * @param after of the run
 */
public record Throughput(double before, double after, Direction direction) {

  private static final double SHARE = 0.05;
  private static final double SIGMAS = 3;

  /** Successes that ended, and the rate that they make. */
  public record Rate(long completed, double perSecond) {

    private double variance() {
      return completed == 0 ? 0 : perSecond * perSecond / completed;
    }
  }

  /** Of two rates. */
  public static Throughput of(Rate before, Rate after) {
    double shift = after.perSecond - before.perSecond;
    boolean moved =
        Math.abs(shift) > SHARE * before.perSecond
            && Math.abs(shift) > SIGMAS * Math.sqrt(before.variance() + after.variance());
    return new Throughput(
        before.perSecond, after.perSecond, moved ? Shift.towards(shift) : Direction.STABLE);
  }
}
