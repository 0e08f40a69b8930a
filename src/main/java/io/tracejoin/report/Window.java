package io.tracejoin.report;

/**
 * One generator's measuring window, on its own clock: {@code [from, to)}, nanoseconds since 1970.
 *
 * @param generator its name, or the empty string
 * @param firstSend where the generator's time 0 is
 * @param to not before {@code from}; equal where warm-up and cool-down leave nothing
 */
public record Window(String generator, long firstSend, long from, long to) {

  static Window of(SendRange sends, Declaration declared) {
    long end =
        declared.plannedNanos() == null
            ? sends.lastDue() + sends.meanGap()
            : sends.firstSend() + declared.plannedNanos();
    long from = sends.firstSend() + declared.warmupNanos();
    return new Window(
        sends.generator(), sends.firstSend(), from, Math.max(from, end - declared.cooldownNanos()));
  }

  /** Its length in nanoseconds. */
  public long length() {
    return to - from;
  }
}
