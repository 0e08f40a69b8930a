package io.tracejoin.report;

/**
 * One measuring window of a generator, on its own clock: {@code [from, to)}, nanoseconds since
 * 1970.
 *
 * @param generator its name, or the empty string
 * @param scenario whose requests it is the window of; {@link #OTHERS}: of every scenario that
 *     declares none of its own
 * @param firstSend where the generator's time 0 is
 * @param to not before {@code from}; equal where warm-up and cool-down leave nothing
 */
public record Window(String generator, String scenario, long firstSend, long from, long to) {

  /** The scenario of the run's own window. */
  public static final String OTHERS = "";

  /** The run's window. */
  static Window of(SendRange sends, Declaration declared) {
    long from = sends.firstSend() + declared.warmupNanos();
    long to = declared.end(sends) - declared.cooldownNanos();
    return new Window(sends.generator(), OTHERS, sends.firstSend(), from, Math.max(from, to));
  }

  /**
   * The window that a scenario declares. It starts with the scenario's own first send; its end is
   * its own planned one, else the run's planned one, else its own last due send's.
   *
   * @param sends of the generator
   * @param own those of them that are the scenario's
   */
  static Window of(SendRange sends, ScenarioSends own, Declaration declared) {
    Declaration.ScenarioWindow window = declared.scenarioWindows().get(own.scenario());
    if (window == null) {
      throw new IllegalArgumentException(own.scenario() + " declares no window");
    }
    SendRange range = own.range();
    Long planned = window.plannedNanos();
    long end =
        planned != null
            ? range.firstSend() + planned
            : declared.plannedNanos() != null
                ? declared.end(sends)
                : range.lastDue() + range.meanGap();
    long from = range.firstSend() + window.warmupNanos();
    return new Window(
        sends.generator(),
        own.scenario(),
        sends.firstSend(),
        from,
        Math.max(from, end - window.cooldownNanos()));
  }

  /** The same requests between other times. */
  Window between(long newFrom, long newTo) {
    return new Window(generator, scenario, firstSend, newFrom, newTo);
  }

  /** Its length in nanoseconds. */
  public long length() {
    return to - from;
  }
}
