package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.util.Map;

/**
 * The requests of one generator by what was asked of them.
 *
 * @param generator its name, or the empty string
 * @param sent in the window, never_sent included
 * @param good those of them that are good
 * @param completed successes that ended in the window, whenever they were sent
 * @param goodCompleted those of them that are good
 * @param known successes sent in the window whose value is known, by the measure of each clause
 */
public record SloCounts(
    String generator,
    long sent,
    long good,
    long completed,
    long goodCompleted,
    Map<Measure, Long> known) {

  /** Copies the map. */
  public SloCounts {
    known = Map.copyOf(known);
  }

  /** Of requests that may belong to a slice: nobody knows that they do. */
  SloCounts withoutGood() {
    return new SloCounts(generator, sent, 0, completed, 0, known);
  }
}
