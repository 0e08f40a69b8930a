package io.tracejoin.report;

import java.math.BigDecimal;
import java.util.List;

/**
 * How many requests were under way in the window, from their intervals; all outcomes, where the
 * duration is known.
 *
 * @param most at one moment; the generators' clocks are put together at their windows' starts
 */
public record Activity(long most, List<OfGenerator> generators) {

  /** Copies the list. */
  public Activity {
    generators = List.copyOf(generators);
  }

  /**
   * One generator's share.
   *
   * @param generator its name, or the empty string
   * @param busyNanos time under way within the window, added up over the requests
   * @param sent requests sent in the window
   * @param wallNanos their {@code client_wall}, else {@code client_total}, added up
   */
  public record OfGenerator(
      String generator, BigDecimal busyNanos, long sent, BigDecimal wallNanos) {}
}
