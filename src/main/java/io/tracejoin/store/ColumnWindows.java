package io.tracejoin.store;

import io.tracejoin.report.Cohort;
import io.tracejoin.report.Window;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The window of each request: its scenario's where that declares one, else its generator's. */
final class ColumnWindows {

  static final int NONE = -1;

  private final RequestColumns columns;
  private final List<Window> windows;
  private final long[] bases;

  /** Windows of the run by generator; then those of each scenario that has its own, by its term. */
  private final int[] ofRun;

  private final Map<Long, int[]> ofScenarios = new HashMap<>();

  ColumnWindows(RequestColumns columns, Cohort cohort) {
    this.columns = columns;
    this.windows = cohort.windows();
    this.bases = windows.stream().mapToLong(it -> cohort.base(it.generator())).toArray();
    this.ofRun = byGenerator(Window.OTHERS);
    for (String scenario : cohort.scenarios()) {
      int term = columns.terms().find(scenario);
      if (term >= 0) {
        ofScenarios.put((long) term, byGenerator(scenario));
      }
    }
  }

  private int[] byGenerator(String scenario) {
    int[] byTerm = new int[columns.terms().size() + 1];
    Arrays.fill(byTerm, NONE);
    for (int i = 0; i < windows.size(); i++) {
      if (windows.get(i).scenario().equals(scenario)) {
        put(byTerm, windows.get(i).generator(), i);
      }
    }
    return byTerm;
  }

  private void put(int[] byTerm, String generator, int window) {
    if (generator.isEmpty()) {
      byTerm[0] = window;
    }
    int term = columns.terms().find(generator);
    if (term >= 0) {
      byTerm[term + 1] = window;
    }
  }

  /** The window of every row, by its place among the windows, or {@link #NONE}. */
  int[] ofRows() {
    int[] ofRows = new int[columns.rows()];
    long[] scenarios = ofScenarios.isEmpty() ? null : columns.copy(RequestColumn.SCENARIO);
    long[] generators = columns.pass(RequestColumn.GENERATOR);
    for (int i = 0; i < ofRows.length; i++) {
      int[] byTerm = scenarios == null ? ofRun : ofScenarios.getOrDefault(scenarios[i], ofRun);
      ofRows[i] = byTerm[generators[i] == ColumnFile.NULL ? 0 : (int) generators[i] + 1];
    }
    return ofRows;
  }

  /** Where blocks of the window's generator are counted from. */
  long base(int window) {
    return bases[window];
  }

  long from(int window) {
    return windows.get(window).from();
  }

  long to(int window) {
    return windows.get(window).to();
  }

  /** The generator. */
  String name(int window) {
    return windows.get(window).generator();
  }

  String scenario(int window) {
    return window == NONE ? Window.OTHERS : windows.get(window).scenario();
  }

  int size() {
    return windows.size();
  }
}
