package io.tracejoin.report;

import io.tracejoin.run.RunId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where reports come from and where their revisions are kept. */
public interface ReportStore {

  /** Lets a reader ask about runs; every answer is of one snapshot, which ends with the reader. */
  <T> T snapshot(Function<Snapshot, T> reader);

  /**
   * Lets a reader ask about a run in a snapshot of its own.
   *
   * @return empty where there is no such run
   */
  default <T> Optional<T> read(RunId runId, Function<RunData, T> reader) {
    return snapshot(it -> it.run(runId).map(reader));
  }

  /** Runs as they were at one moment. */
  interface Snapshot {

    /** A run; empty where there is none. */
    Optional<RunData> run(RunId runId);

    /**
     * Runs whose {@code labels.group} is this, the newest first.
     *
     * @param most how many at most
     */
    List<RunId> ofGroup(String label, int most);
  }

  /**
   * Which stored report answers for a run as of now: the newest revision of a finished run, where
   * nothing has changed since or, without raw pairs, nothing can change. One small statement, which
   * takes no snapshot.
   */
  Optional<StandingReport> standing(RunId runId);

  /** The stored revision with this ID; empty where its run was erased. */
  Optional<StoredReport> stored(long id);

  /** A stored revision of a run, by its number. */
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
