package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Activity;
import io.tracejoin.report.BiasFacts;
import io.tracejoin.report.ClauseData;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.LoadData;
import io.tracejoin.report.MappingUse;
import io.tracejoin.report.PairsRemovedException;
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
import io.tracejoin.report.TokenBuckets;
import io.tracejoin.report.ToolFigures;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.SignedHistogram;
import io.tracejoin.statistics.Trend;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.ObjLongConsumer;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts of one run. Every statement is one pass over its rows. */
final class ReportRunData implements RunData {

  private static final String LATEST =
      """
      SELECT revision, change_seq, computed_at, declaration, report
        FROM report_revision
       WHERE run_id = :run
       ORDER BY revision DESC
       LIMIT 1
      """;

  private static final String MIX =
      """
      SELECT CASE WHEN grouping(model) = 0 THEN 'MODEL' ELSE 'PROVIDER' END AS dimension,
             coalesce(model, provider) AS value, count(*) AS requests
        FROM cohort
       WHERE pair
       GROUP BY GROUPING SETS ((model), (provider))
      HAVING coalesce(model, provider) IS NOT NULL
       ORDER BY 1, 3 DESC, 2
      """;

  private static final String SLICES =
      """
      SELECT s.slices
        FROM report_slice s
        JOIN report_revision v ON v.id = s.revision_id
       WHERE v.run_id = :run AND v.revision = :revision AND s.dimension = :dimension
      """;

  private static final String SENDS =
      """
      SELECT coalesce(generator, '') AS generator, count(*) AS records,
             min(sent_at_ns) AS first_send, max(sent_at_ns) AS last_send,
             min(coalesce(planned_at_ns, sent_at_ns)) AS first_due,
             max(coalesce(planned_at_ns, sent_at_ns)) AS last_due
        FROM joined_request
       WHERE run_id = :run AND lifecycle IS NULL AND sent_at_ns IS NOT NULL
       GROUP BY 1
       ORDER BY 1
      """;

  static final String ANOMALIES =
      """
      SELECT code, count(*) AS requests
        FROM joined_request, unnest(anomalies) AS code
       WHERE run_id = :run AND anomalies <> '{}'
       GROUP BY 1
       ORDER BY 2 DESC, 1
      """;

  private static final String VALUES =
      ReportCohort.WINDOWS
          + """
          SELECT %1$s
            FROM joined_request r
            LEFT JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
           WHERE r.run_id = :run AND r.lifecycle IS NULL AND %1$s IS NOT NULL
             AND (r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                  OR r.sent_at_ns IS NULL AND :counts_unsent)
           GROUP BY 1
           ORDER BY count(*) DESC, 1
           LIMIT :most
          """;

  private final JdbcClient jdbc;
  private final RunFacts facts;
  private final TokenBuckets buckets;
  private final RequestGroups requests;
  private final IntFunction<Optional<RequestColumns>> scans;

  /**
   * @param scans scans the run; empty where it has too many requests
   */
  ReportRunData(
      JdbcClient jdbc,
      RunFacts facts,
      TokenBuckets buckets,
      IntFunction<Optional<RequestColumns>> scans) {
    this.jdbc = jdbc;
    this.scans = scans;
    this.facts = facts;
    this.buckets = buckets;
    this.requests = new RequestGroups(jdbc, facts.id());
  }

  @Override
  public RunFacts facts() {
    return facts;
  }

  @Override
  public Optional<StoredReport> latest() {
    return ofRun(LATEST).query(ReportSnapshots::stored).optional();
  }

  private void requirePairs() {
    if (facts.pairsRemovedAt() != null) {
      throw new PairsRemovedException(facts.runId(), facts.pairsRemovedAt());
    }
  }

  @Override
  public void values(Cohort cohort, Outcome outcome, ObjLongConsumer<Series> taker) {
    new SeriesValues(jdbc, rows(cohort, Selector.ALL), outcome).forEach(taker);
  }

  @Override
  public Map<Series, SignedHistogram> storedValues() {
    return new StoredHistograms(jdbc).ofRun(facts.id());
  }

  @Override
  public List<StoredHistogram> storedIntervals(int revision) {
    return new StoredHistograms(jdbc).intervals(facts.id(), revision);
  }

  @Override
  public RunData inOneScan() {
    return scans
        .apply(facts.id())
        .<RunData>map(it -> new ScannedRunData(this, jdbc, it))
        .orElse(this);
  }

  @Override
  public List<SendRange> sends() {
    requirePairs();
    return ofRun(SENDS).query((row, number) -> ReportSteps.range(row)).list();
  }

  @Override
  public List<ScenarioSends> scenarioSends(Set<String> scenarios) {
    return new ReportSteps(jdbc, facts.id()).sends(scenarios);
  }

  @Override
  public List<Tally> tallies(Cohort cohort, Selector selector) {
    return new ReportTallies(jdbc, rows(cohort, selector)).all();
  }

  @Override
  public List<SliceTally> tallies(Cohort cohort, Selector selector, SliceBy by) {
    return new ReportTallies(jdbc, rows(cohort, selector)).by(by);
  }

  @Override
  public SlicedStore slices(Cohort cohort, Outcome outcome, Selector selector, SliceCut cut) {
    return new SlicedSeries(jdbc, rows(cohort, selector), outcome, cut);
  }

  @Override
  public Optional<String> slices(int revision, SliceBy by) {
    return ofRun(SLICES)
        .param("revision", revision)
        .param("dimension", by.code())
        .query(String.class)
        .optional();
  }

  @Override
  public Activity activity(Cohort cohort) {
    return new ReportActivity(jdbc, rows(cohort, Selector.ALL)).activity();
  }

  @Override
  public Thirds thirds(Cohort cohort, Measure measure, long blockNanos) {
    return new ReportActivity(jdbc, rows(cohort, Selector.ALL)).thirds(measure, blockNanos);
  }

  @Override
  public Map<SliceDimension, Map<String, Long>> mix(
      Cohort cohort, Outcome outcome, Selector selector) {
    ReportCohort rows = rows(cohort, selector);
    Map<SliceDimension, Map<String, Long>> mix = new EnumMap<>(SliceDimension.class);
    jdbc.sql(rows.select(MIX))
        .params(rows.parameters(outcome))
        .query(
            (RowCallbackHandler)
                row ->
                    mix.computeIfAbsent(
                            SliceDimension.valueOf(row.getString("dimension")),
                            it -> new LinkedHashMap<>())
                        .put(row.getString("value"), row.getLong("requests")));
    return mix;
  }

  private ReportCohort rows(Cohort cohort, Selector selector) {
    return new ReportCohort(facts.id(), cohort, new SelectorSql(selector, buckets));
  }

  @Override
  public Map<String, Long> rootServices() {
    return requests.services();
  }

  @Override
  public long queueUnknown() {
    return requests.queueUnknown();
  }

  @Override
  public ServerSide serverSide(Set<String> services, List<UUID> traceIdRange) {
    return new ReportServerSide(jdbc).of(facts, services, traceIdRange);
  }

  @Override
  public long serverOnlyBetween(long fromNanos, long toNanos) {
    return new ReportServerSide(jdbc).between(fromNanos, toNanos);
  }

  @Override
  public Map<String, Long> anomalies() {
    return counts(ANOMALIES);
  }

  @Override
  public List<MappingUse> mappings() {
    return requests.mappings();
  }

  @Override
  public SeriesStore series(Cohort cohort, Outcome outcome, Selector selector) {
    return new ReportSeries(jdbc, rows(cohort, selector), outcome);
  }

  @Override
  public ClauseData clauses(Cohort cohort, Selector selector) {
    return new ReportClauses(jdbc, rows(cohort, selector));
  }

  @Override
  public BiasFacts bias(Cohort cohort, Selector selector, List<Quantile> quantiles) {
    return new ReportBias(jdbc, rows(cohort, selector)).facts(quantiles);
  }

  @Override
  public List<SloCounts> sloCounts(Cohort cohort, Selector selector, SloRule rule) {
    return new ReportSlo(jdbc, rows(cohort, selector), rule).counts();
  }

  @Override
  public List<SlicedCounts> sloCounts(
      Cohort cohort, Selector selector, SloRule rule, SliceCut cut) {
    return new ReportSlo(jdbc, rows(cohort, selector), rule).counts(cut);
  }

  @Override
  public List<BiasFacts> bias(
      Cohort cohort, Selector selector, SliceCut cut, List<Quantile> quantiles) {
    return new SlicedBias(jdbc, rows(cohort, selector), cut).facts(quantiles);
  }

  @Override
  public List<String> values(SliceDimension dimension, Cohort cohort, int most) {
    ReportCohort rows = rows(cohort, Selector.ALL);
    return ofRun(VALUES.formatted(rows.selector().text(new SliceBy(dimension))))
        .params(rows.windows())
        .param("counts_unsent", cohort.countsUnsent())
        .param("most", most)
        .query(String.class)
        .list();
  }

  @Override
  public List<StepSends> stepSends() {
    return new ReportSteps(jdbc, facts.id()).sends();
  }

  @Override
  public List<Trend.Point> activeRequests(Cohort cohort, long blockNanos) {
    return new ReportSteps(jdbc, facts.id()).active(rows(cohort, Selector.ALL), blockNanos);
  }

  @Override
  public ToolFigures toolFigures() {
    return new ReportToolFigures(jdbc, facts.id()).read();
  }

  @Override
  public ScatterData scatter(Cohort cohort, Outcome outcome) {
    return new ReportScatter(jdbc, rows(cohort, Selector.ALL), outcome);
  }

  @Override
  public LoadData load() {
    return new ReportLoad(jdbc, facts.id());
  }

  @Override
  public TimelineData timeline(Selector selector) {
    requirePairs();
    return new ReportTimeline(jdbc, facts.id(), new SelectorSql(selector, buckets));
  }

  private JdbcClient.StatementSpec ofRun(String sql) {
    return jdbc.sql(sql).param("run", facts.id());
  }

  private Map<String, Long> counts(String sql) {
    Map<String, Long> counts = new LinkedHashMap<>();
    ofRun(sql).query((RowCallbackHandler) row -> counts.put(row.getString(1), row.getLong(2)));
    return counts;
  }
}
