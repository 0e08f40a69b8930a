package io.tracejoin.store;

import io.tracejoin.report.Cohort;
import io.tracejoin.report.Window;
import java.util.Arrays;
import java.util.List;

/** The window of each request's generator. */
final class ColumnWindows {

  static final int NONE = -1;

  private final int[] byTerm;
  private final List<Window> windows;

  ColumnWindows(ColumnTerms terms, Cohort cohort) {
    windows = cohort.windows();
    byTerm = new int[terms.size() + 1];
    Arrays.fill(byTerm, NONE);
    for (int i = 0; i < windows.size(); i++) {
      String generator = windows.get(i).generator();
      if (generator.isEmpty()) {
        byTerm[0] = i;
      }
      int term = terms.find(generator);
      if (term >= 0) {
        byTerm[term + 1] = i;
      }
    }
  }

  /**
   * @param generator a value of its column
   * @return its place among the windows, or {@link #NONE}
   */
  int of(long generator) {
    return byTerm[generator == ColumnFile.NULL ? 0 : (int) generator + 1];
  }

  long from(int window) {
    return windows.get(window).from();
  }

  long to(int window) {
    return windows.get(window).to();
  }

  String name(int window) {
    return windows.get(window).generator();
  }

  int size() {
    return windows.size();
  }
}
