package io.tracejoin.store;

import io.tracejoin.report.MappingUse;
import io.tracejoin.report.ReportProperties;
import io.tracejoin.report.ReportStore;
import io.tracejoin.report.RunData;
import io.tracejoin.report.RunFacts;
import io.tracejoin.report.Slices;
import io.tracejoin.report.StandingReport;
import io.tracejoin.report.StoredHistogram;
import io.tracejoin.report.StoredReport;
import io.tracejoin.report.TokenBuckets;
import io.tracejoin.run.RunId;
import io.tracejoin.run.RunState;
import io.tracejoin.statistics.PooledHistogram;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads a run in one snapshot and keeps the reports made of it. */
@Component
final class ReportSnapshots implements ReportStore {

  /**
   * Sorts of a million durations stay in memory; compiling wide statements costs more than it
   * saves.
   */
  private static final String FOR_SORTING =
      "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)";

  private static final String FACTS =
      """
      SELECT r.id, r.run_id, r.state, r.declaration - 'pinned' AS declaration,
             coalesce(p.change_seq, 0) AS change_seq, m.name, m.version, r.pairs_removed_at
        FROM run r
        JOIN mapping m ON m.id = r.mapping_id
        LEFT JOIN run_progress p ON p.run_id = r.id
       WHERE r.run_id = :run_id
      """;

  private static final String REVISION =
      """
      SELECT v.revision, v.change_seq, v.computed_at, v.declaration, v.report
        FROM report_revision v
        JOIN run r ON r.id = v.run_id
       WHERE r.run_id = :run_id AND v.revision = :revision
      """;

  private static final String BY_ID =
      """
      SELECT revision, change_seq, computed_at, declaration, report
        FROM report_revision
       WHERE id = ?
      """;

  /** The report itself stays where it is: most readers have it already. */
  private static final String STANDING =
      """
      SELECT v.id, r.pairs_removed_at
        FROM run r
       CROSS JOIN LATERAL (
             SELECT id, change_seq, declaration
               FROM report_revision
              WHERE run_id = r.id
              ORDER BY revision DESC
              LIMIT 1) AS v
       WHERE r.run_id = ?
         AND (r.pairs_removed_at IS NOT NULL
              OR r.state = 'finished'
                 AND v.change_seq = coalesce(
                       (SELECT change_seq FROM run_progress WHERE run_id = r.id), 0)
                 AND CAST(v.declaration AS text) = CAST(r.declaration - 'pinned' AS text))
      """;

  private static final String ADD =
      """
      INSERT INTO report_revision (run_id, revision, change_seq, computed_at, declaration, report)
      VALUES (:run, :revision, :change_seq, :computed_at, CAST(:declaration AS jsonb), CAST(:report AS jsonb))
      ON CONFLICT (run_id, revision) DO NOTHING
      RETURNING id
      """;

  private static final String ADD_HISTOGRAM =
      """
      INSERT INTO report_histogram (revision_id, series, requests, n, sum_us, max_us, histogram)
      VALUES (:revision, :series, :requests, :n, :sum_us, :max_us, :histogram)
      """;

  private static final String OF_GROUP =
      """
      SELECT run_id
        FROM run
       WHERE declaration -> 'labels' ->> 'group' = :label
       ORDER BY id DESC
       LIMIT :most
      """;

  private static final String ADD_SLICES =
      """
      INSERT INTO report_slice (revision_id, dimension, slices)
      SELECT id, :dimension, CAST(:slices AS jsonb)
        FROM report_revision
       WHERE run_id = :run AND revision = :revision
      ON CONFLICT (revision_id, dimension) DO NOTHING
      """;

  private static final int AT_ONCE = 2;

  private final Turns turns = new Turns(AT_ONCE);
  private final JdbcClient jdbc;
  private final RequestScans scans;
  private final TokenBuckets buckets;
  private final TransactionTemplate snapshot;
  private final TransactionTemplate writing;

  @Autowired
  ReportSnapshots(
      JdbcTemplate jdbc, PlatformTransactionManager transactions, ReportProperties properties) {
    this(JdbcClient.create(jdbc), new RequestScans(jdbc), transactions, properties);
  }

  ReportSnapshots(
      JdbcClient jdbc,
      RequestScans scans,
      PlatformTransactionManager transactions,
      ReportProperties properties) {
    this.jdbc = jdbc;
    this.scans = scans;
    this.buckets = properties.buckets();
    this.writing = new TransactionTemplate(transactions);
    this.snapshot = new TransactionTemplate(transactions);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    snapshot.setReadOnly(true);
  }

  @Override
  public <T> T snapshot(Function<Snapshot, T> reader) {
    return turns.take(() -> snapshotInTurn(reader));
  }

  private <T> T snapshotInTurn(Function<Snapshot, T> reader) {
    return Objects.requireNonNull(
        snapshot.execute(
            status -> {
              jdbc.sql(FOR_SORTING).query().singleRow();
              try (RequestScans.Open open = scans.open()) {
                return reader.apply(new StoredRuns(open));
              }
            }));
  }

  @Override
  public Optional<StandingReport> standing(RunId runId) {
    return jdbc.sql(STANDING)
        .param(runId.value())
        .query(
            (row, number) ->
                new StandingReport(row.getLong("id"), instant(row, "pairs_removed_at")))
        .optional();
  }

  @Override
  public Optional<StoredReport> stored(long id) {
    return jdbc.sql(BY_ID).param(id).query(ReportSnapshots::stored).optional();
  }

  @Override
  public Optional<StoredReport> revision(RunId runId, int revision) {
    return jdbc.sql(REVISION)
        .param("run_id", runId.value())
        .param("revision", revision)
        .query(ReportSnapshots::stored)
        .optional();
  }

  @Override
  public boolean add(int run, StoredReport report) {
    return Boolean.TRUE.equals(writing.execute(status -> isAdded(run, report)));
  }

  private boolean isAdded(int run, StoredReport report) {
    Optional<Long> id =
        jdbc.sql(ADD)
            .param("run", run)
            .param("revision", report.revision())
            .param("change_seq", report.changeSeq())
            .param("computed_at", report.computedAt().atOffset(ZoneOffset.UTC))
            .param("declaration", report.declaration())
            .param("report", report.json())
            .query(Long.class)
            .optional();
    id.ifPresent(it -> report.histograms().forEach(histogram -> add(it, histogram)));
    return id.isPresent();
  }

  private void add(long revision, StoredHistogram histogram) {
    PooledHistogram values = histogram.values();
    jdbc.sql(ADD_HISTOGRAM)
        .param("revision", revision)
        .param("series", histogram.kind().interval())
        .param("requests", histogram.requests())
        .param("n", values.n())
        .param("sum_us", new BigDecimal(values.sumMicros()))
        .param("max_us", values.maxMicros())
        .param("histogram", values.encoded())
        .update();
  }

  /** Every run of a snapshot. */
  private final class StoredRuns implements Snapshot {

    private final RequestScans.Open scanned;

    StoredRuns(RequestScans.Open scanned) {
      this.scanned = scanned;
    }

    @Override
    public Optional<RunData> run(RunId runId) {
      return facts(runId).map(it -> new ReportRunData(jdbc, it, buckets, scanned::scan));
    }

    @Override
    public List<RunId> ofGroup(String label, int most) {
      return jdbc.sql(OF_GROUP)
          .param("label", label)
          .param("most", most)
          .query((row, number) -> new RunId(row.getString(1)))
          .list();
    }
  }

  @Override
  public void addSlices(int run, int revision, Slices slices, String json) {
    jdbc.sql(ADD_SLICES)
        .param("run", run)
        .param("revision", revision)
        .param("dimension", slices.dimension())
        .param("slices", json)
        .update();
  }

  private Optional<RunFacts> facts(RunId runId) {
    return jdbc.sql(FACTS)
        .param("run_id", runId.value())
        .query(
            (row, number) ->
                new RunFacts(
                    row.getInt("id"),
                    row.getString("run_id"),
                    RunState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                    row.getString("declaration"),
                    row.getLong("change_seq"),
                    new MappingUse.Name(row.getString("name"), row.getInt("version")),
                    instant(row, "pairs_removed_at")))
        .optional();
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }

  static StoredReport stored(ResultSet row, int number) throws SQLException {
    return new StoredReport(
        row.getInt("revision"),
        row.getLong("change_seq"),
        row.getObject("computed_at", OffsetDateTime.class).toInstant(),
        row.getString("declaration"),
        row.getString("report"));
  }
}
