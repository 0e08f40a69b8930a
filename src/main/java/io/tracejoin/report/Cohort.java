package io.tracejoin.report;

import java.util.List;

/**
 * The requests that figures are made of: those sent in the window of their generator.
 *
 * @param windows one a generator
 * @param countsUnsent whether records without a send time belong to it: only in a run without
 *     warm-up and cool-down
 */
public record Cohort(List<Window> windows, boolean countsUnsent) {

  /** Copies the windows. */
  public Cohort {
    windows = List.copyOf(windows);
  }

  static Cohort of(List<SendRange> sends, Declaration declared) {
    return new Cohort(
        sends.stream().map(range -> Window.of(range, declared)).toList(), !declared.trims());
  }

  /** The longest window in nanoseconds; 0 where no record carries a send time. */
  long longest() {
    return windows.stream().mapToLong(Window::length).max().orElse(0);
  }
}
