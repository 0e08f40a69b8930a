package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.SignedHistogram;
import io.tracejoin.statistics.Trend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ObjLongConsumer;

/**
 * What a report asks about one run. Where its raw pairs are removed, {@link #sends} and {@link
 * #timeline}, with one of which every computation starts, throw {@link PairsRemovedException}.
 */
public interface RunData {

  /** The run. */
  RunFacts facts();

  /** The newest stored report; whether it is still true is told by its change number. */
  Optional<StoredReport> latest();

  /**
   * The same answers, given from one scan of the run's requests where they are few enough to be
   * kept until the snapshot ends: for who asks many questions.
   */
  RunData inOneScan();

  /** When each generator sent. */
  List<SendRange> sends();

  /** When each generator sent the requests of each of these scenarios. */
  List<ScenarioSends> scenarioSends(Set<String> scenarios);

  /** Requests under way in the window. */
  Activity activity(Cohort cohort);

  /**
   * A measure of the cohort's successes in its window's first and last third.
   *
   * @param blockNanos length of a block of send time
   */
  Thirds thirds(Cohort cohort, Measure measure, long blockNanos);

  /**
   * Models and providers of the cohort's selected requests with an outcome that have figures, by
   * dimension: requests by value, the most frequent first.
   */
  Map<SliceDimension, Map<String, Long>> mix(Cohort cohort, Outcome outcome, Selector selector);

  /** The client records of the run that the selector does not rule out, counted. */
  List<Tally> tallies(Cohort cohort, Selector selector);

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

  /** The values of a cohort's selected requests with an outcome. */
  SeriesStore series(Cohort cohort, Outcome outcome, Selector selector);

  /** What clauses of budgets ask about a cohort's selected requests. */
  ClauseData clauses(Cohort cohort, Selector selector);

  /**
   * The {@code client_total} of a cohort's successes, matched against unmatched.
   *
   * @param quantiles at least one
   */
  BiasFacts bias(Cohort cohort, Selector selector, List<Quantile> quantiles);

  /**
   * The same of each slice, in the order of {@link SliceCut}. What is not matched and lacks the
   * value may be of any slice that has one.
   *
   * @param cut by a dimension
   */
  List<BiasFacts> bias(Cohort cohort, Selector selector, SliceCut cut, List<Quantile> quantiles);

  /** The requests that the selector does not rule out and those of them that are good. */
  List<SloCounts> sloCounts(Cohort cohort, Selector selector, SloRule rule);

  /** The same by slice, and by whether they are matched. */
  List<SlicedCounts> sloCounts(Cohort cohort, Selector selector, SloRule rule, SliceCut cut);

  /** Values of a dimension in a cohort, those with most records first, ties by name. */
  List<String> values(SliceDimension dimension, Cohort cohort, int most);

  /** When each generator sent the requests of each step; empty where no record names a step. */
  List<StepSends> stepSends();

  /**
   * How many requests were in flight in each block of a cohort's windows, on average and added up
   * over the generators; blocks that the windows do not fill are left out.
   */
  List<Trend.Point> activeRequests(Cohort cohort, long blockNanos);

  /** The client records that the selector does not rule out, counted by the value of a slice. */
  List<SliceTally> tallies(Cohort cohort, Selector selector, SliceBy by);

  /** The values of a cohort's selected requests with an outcome, cut; by outcome: with any. */
  SlicedStore slices(Cohort cohort, Outcome outcome, Selector selector, SliceCut cut);

  /** The stored slices of a revision, as JSON; empty where none are stored. */
  Optional<String> slices(int revision, SliceBy by);

  /** What benchmark tools computed themselves. */
  ToolFigures toolFigures();

  /** A cohort's requests with an outcome against their output tokens. */
  ScatterData scatter(Cohort cohort, Outcome outcome);

  /** What the generator says of its load beside the requests. */
  LoadData load();

  /** Every value of every series of a cohort's requests with an outcome, in no order. */
  void values(Cohort cohort, Outcome outcome, ObjLongConsumer<Series> taker);

  /** What is kept of the values of a run whose raw pairs are removed; empty before. */
  Map<Series, SignedHistogram> storedValues();

  /** What is kept of a revision's token intervals. */
  List<StoredHistogram> storedIntervals(int revision);

  /** What happened in each stretch of the run to the requests that the selector leaves. */
  TimelineData timeline(Selector selector);

  /**
   * Traces without a client record.
   *
   * @param unmatched a record is missing
   * @param interrupted cut off by the generator's stop
   */
  record ServerSide(long unmatched, long interrupted) {}
}
