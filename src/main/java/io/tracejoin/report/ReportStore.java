package io.tracejoin.report;

import io.tracejoin.run.RunId;
import java.util.Optional;
import java.util.function.Function;

/** Where reports come from and where their revisions are kept. */
public interface ReportStore {

  /**
   * Lets a reader ask about a run; every answer is of one snapshot, which ends with the reader.
   *
   * @return empty where there is no such run
   */
  <T> Optional<T> read(RunId runId, Function<RunData, T> reader);

  /** A stored revision. */
  Optional<StoredReport> revision(RunId runId, int revision);

  /**
   * Stores a revision.
   *
   * @param run the run's number
   * @return false where the run has a revision of that number: nothing is stored
   */
  boolean add(int run, StoredReport report);

  /** Stores slices of a stored revision; does nothing where it has them already. */
  void addSlices(int run, int revision, Slices slices, String json);
}
