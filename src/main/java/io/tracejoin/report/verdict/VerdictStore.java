package io.tracejoin.report.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Where verdicts are kept, and what decides whether they count. */
public interface VerdictStore {

  /**
   * When the first span or record of a run arrived, by the service's clock; empty if nothing did.
   *
   * @param run the run's number
   */
  Optional<Instant> firstArrival(int run);

  /**
   * Remembers what was declared at a verdict: a field that is remembered already stays as it was.
   *
   * @param basis JSON by field
   * @return what is remembered
   */
  Map<String, String> remember(int run, Map<String, String> basis, Instant now);

  /** The stored verdict; empty where that was not judged yet. */
  Optional<String> find(Key key);

  /** The newest verdict on a run by a version of a budget; empty where there is none. */
  Optional<String> latest(int run, String budget, int version);

  /** Stores a verdict; does nothing where somebody was faster. */
  void add(Key key, Outcome outcome);

  /** All verdicts on a run by a budget, the newest first. */
  List<Earlier> all(int run, String budget);

  /** The newest verdict on each of these runs that has one, by the run's number. */
  Map<Integer, Newest> newest(Collection<Integer> runs);

  /**
   * Finished runs older than a run, of its group, whose newest verdict by a budget is good; the
   * newest first.
   *
   * @param group null: those without a group
   */
  List<String> passed(String budget, @Nullable String group, int before);

  /** Whether the newest verdict on a run by a budget is a failure. */
  boolean failed(String runId, String budget);

  /**
   * What was judged by what.
   *
   * @param run the run's number
   * @param baseline a run, or the empty string
   * @param baselineRevision 0 without a baseline
   */
  record Key(
      int run,
      int revision,
      String budget,
      int version,
      String baseline,
      int baselineRevision,
      boolean postHoc) {}

  /**
   * What came of it.
   *
   * @param guilty the worst phase, or null
   * @param json the whole answer
   */
  record Outcome(String verdict, @Nullable String guilty, Instant judgedAt, String json) {}

  /** A stored verdict in short. */
  @JsonNaming(SnakeCaseStrategy.class)
  record Earlier(
      int revision,
      int version,
      @Nullable String baseline,
      boolean postHoc,
      String verdict,
      @Nullable String guilty,
      Instant judgedAt) {}

  /**
   * A run's newest verdict in short; the record is the JSON.
   *
   * @param guilty the worst phase; null where none is named
   * @param guiltyOwner who is asked about it; null where no phase is named
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Newest(
      String budget,
      int version,
      int revision,
      String verdict,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String guilty,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String guiltyOwner) {}
}
