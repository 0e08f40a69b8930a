package io.tracejoin.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs, page by page, with what their newest stored reports say. */
public interface RunSummaries {

  /**
   * A page of runs, the newest first.
   *
   * @param words the run's ID, name or a label contains this; null for all
   * @param before only runs with a smaller number
   */
  List<Line> page(@Nullable String words, int before, int limit);

  /**
   * A run.
   *
   * @param run its number
   * @param summary null where no report is stored
   */
  record Line(int run, @Nullable RunSummary summary) {}
}
