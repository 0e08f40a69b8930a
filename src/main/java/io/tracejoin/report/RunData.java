package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What a report asks about one run. */
public interface RunData {

  /** The run. */
  RunFacts facts();

  /** The newest stored report; whether it is still true is told by its change number. */
  Optional<StoredReport> latest();

  /** When each generator sent. */
  List<SendRange> sends();

  /** All client records of the run, counted. */
  List<Tally> tallies(Cohort cohort);

  /** Matched requests by the service of their root, the largest first. */
  Map<String, Long> rootServices();

  /** Matched requests with a provider's call, of which nobody tells the queue. */
  long queueUnknown();

  /** Traces without a client record that belong to the run (semantics 7). */
  ServerSide serverSide(Set<String> services, List<UUID> traceIdRange);

  /**
   * How many traces without a client record, of whatever run, have a root that starts in this
   * range.
   */
  long serverOnlyBetween(long fromNanos, long toNanos);

  /** Requests by kind of anomaly. */
  Map<String, Long> anomalies();

  /** Mapping versions in use, the most used first. */
  List<MappingUse> mappings();

  /** The values of a cohort's requests with an outcome. */
  SeriesStore series(Cohort cohort, Outcome outcome);

  /** A cohort's requests with an outcome against their output tokens. */
  ScatterData scatter(Cohort cohort, Outcome outcome);

  /** What the generator says of its load beside the requests. */
  LoadData load();

  /** What happened in each stretch of the run. */
  TimelineData timeline();

  /**
   * Traces without a client record.
   *
   * @param unmatched a record is missing
   * @param interrupted cut off by the generator's stop
   */
  record ServerSide(long unmatched, long interrupted) {}
}
