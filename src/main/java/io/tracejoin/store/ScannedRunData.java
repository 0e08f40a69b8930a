package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Activity;
import io.tracejoin.report.BiasFacts;
import io.tracejoin.report.ClauseData;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.LoadData;
import io.tracejoin.report.MappingUse;
import io.tracejoin.report.RunData;
import io.tracejoin.report.RunFacts;
import io.tracejoin.report.ScatterData;
import io.tracejoin.report.ScenarioSends;
import io.tracejoin.report.Selector;
import io.tracejoin.report.SendRange;
import io.tracejoin.report.Series;
import io.tracejoin.report.SeriesStore;
import io.tracejoin.report.SliceBy;
import io.tracejoin.report.SliceCut;
import io.tracejoin.report.SliceDimension;
import io.tracejoin.report.SliceTally;
import io.tracejoin.report.SlicedCounts;
import io.tracejoin.report.SlicedStore;
import io.tracejoin.report.SloCounts;
import io.tracejoin.report.SloRule;
import io.tracejoin.report.StepSends;
import io.tracejoin.report.StoredHistogram;
import io.tracejoin.report.StoredReport;
import io.tracejoin.report.Tally;
import io.tracejoin.report.Thirds;
import io.tracejoin.report.TimelineData;
import io.tracejoin.report.ToolFigures;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.SignedHistogram;
import io.tracejoin.statistics.Trend;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ObjLongConsumer;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Answers what a report asks of all requests of a run from one scan of them. What is asked of
 * selected requests, or is not of requests, is left to the database.
 */
final class ScannedRunData implements RunData {

  private static final String MAPPINGS = "SELECT id, name, version FROM mapping";

  private final RunData stored;
  private final JdbcClient jdbc;
  private final RequestColumns columns;
  private final ColumnCounts counts;
  private final RequestGroups groups;

  ScannedRunData(RunData stored, JdbcClient jdbc, RequestColumns columns) {
    this.stored = stored;
    this.jdbc = jdbc;
    this.columns = columns;
    this.counts = new ColumnCounts(columns);
    this.groups = new RequestGroups(() -> counts.groups(mappingNames()));
  }

  private Map<Integer, MappingUse.Name> mappingNames() {
    Map<Integer, MappingUse.Name> names = new HashMap<>();
    jdbc.sql(MAPPINGS)
        .query(
            (RowCallbackHandler)
                row ->
                    names.put(row.getInt(1), new MappingUse.Name(row.getString(2), row.getInt(3))));
    return names;
  }

  @Override
  public RunData inOneScan() {
    return this;
  }

  @Override
  public List<SendRange> sends() {
    return counts.sends();
  }

  @Override
  public List<ScenarioSends> scenarioSends(Set<String> scenarios) {
    return stored.scenarioSends(scenarios);
  }

  @Override
  public List<Tally> tallies(Cohort cohort, Selector selector) {
    return selector.all() ? counts.tallies(cohort) : stored.tallies(cohort, selector);
  }

  @Override
  public Activity activity(Cohort cohort) {
    return new ColumnActivity(columns, cohort).activity();
  }

  @Override
  public Thirds thirds(Cohort cohort, Measure measure, long blockNanos) {
    return ColumnActivity.thirds(
        new ColumnCohort(columns, cohort, Outcome.SUCCESS), measure, blockNanos);
  }

  @Override
  public Map<SliceDimension, Map<String, Long>> mix(
      Cohort cohort, Outcome outcome, Selector selector) {
    return selector.all()
        ? counts.mix(new ColumnCohort(columns, cohort, outcome))
        : stored.mix(cohort, outcome, selector);
  }

  @Override
  public SeriesStore series(Cohort cohort, Outcome outcome, Selector selector) {
    SeriesStore ofDatabase = stored.series(cohort, outcome, selector);
    return selector.all()
        ? new ColumnSeries(new ColumnCohort(columns, cohort, outcome), ofDatabase)
        : ofDatabase;
  }

  @Override
  public BiasFacts bias(Cohort cohort, Selector selector, List<Quantile> quantiles) {
    return selector.all()
        ? new ColumnBias(new ColumnCohort(columns, cohort, Outcome.SUCCESS)).facts(quantiles)
        : stored.bias(cohort, selector, quantiles);
  }

  @Override
  public Map<String, Long> anomalies() {
    return counts.anomalies();
  }

  @Override
  public Map<String, Long> rootServices() {
    return groups.services();
  }

  @Override
  public long queueUnknown() {
    return groups.queueUnknown();
  }

  @Override
  public List<MappingUse> mappings() {
    return groups.mappings();
  }

  @Override
  public List<StepSends> stepSends() {
    return columns.empty(RequestColumn.STEP) ? List.of() : stored.stepSends();
  }

  @Override
  public RunFacts facts() {
    return stored.facts();
  }

  @Override
  public Optional<StoredReport> latest() {
    return stored.latest();
  }

  @Override
  public ServerSide serverSide(Set<String> services, List<UUID> traceIdRange) {
    return stored.serverSide(services, traceIdRange);
  }

  @Override
  public long serverOnlyBetween(long fromNanos, long toNanos) {
    return stored.serverOnlyBetween(fromNanos, toNanos);
  }

  @Override
  public ClauseData clauses(Cohort cohort, Selector selector) {
    return stored.clauses(cohort, selector);
  }

  @Override
  public List<SloCounts> sloCounts(Cohort cohort, Selector selector, SloRule rule) {
    return stored.sloCounts(cohort, selector, rule);
  }

  @Override
  public List<SlicedCounts> sloCounts(
      Cohort cohort, Selector selector, SloRule rule, SliceCut cut) {
    return stored.sloCounts(cohort, selector, rule, cut);
  }

  @Override
  public List<BiasFacts> bias(
      Cohort cohort, Selector selector, SliceCut cut, List<Quantile> quantiles) {
    return stored.bias(cohort, selector, cut, quantiles);
  }

  @Override
  public List<String> values(SliceDimension dimension, Cohort cohort, int most) {
    return stored.values(dimension, cohort, most);
  }

  @Override
  public List<Trend.Point> activeRequests(Cohort cohort, long blockNanos) {
    return stored.activeRequests(cohort, blockNanos);
  }

  @Override
  public List<SliceTally> tallies(Cohort cohort, Selector selector, SliceBy by) {
    return stored.tallies(cohort, selector, by);
  }

  @Override
  public SlicedStore slices(Cohort cohort, Outcome outcome, Selector selector, SliceCut cut) {
    return stored.slices(cohort, outcome, selector, cut);
  }

  @Override
  public Optional<String> slices(int revision, SliceBy by) {
    return stored.slices(revision, by);
  }

  @Override
  public ToolFigures toolFigures() {
    return stored.toolFigures();
  }

  @Override
  public ScatterData scatter(Cohort cohort, Outcome outcome) {
    return stored.scatter(cohort, outcome);
  }

  @Override
  public void values(Cohort cohort, Outcome outcome, ObjLongConsumer<Series> taker) {
    stored.values(cohort, outcome, taker);
  }

  @Override
  public Map<Series, SignedHistogram> storedValues() {
    return stored.storedValues();
  }

  @Override
  public List<StoredHistogram> storedIntervals(int revision) {
    return stored.storedIntervals(revision);
  }

  @Override
  public LoadData load() {
    return stored.load();
  }

  @Override
  public TimelineData timeline(Selector selector) {
    return stored.timeline(selector);
  }
}
