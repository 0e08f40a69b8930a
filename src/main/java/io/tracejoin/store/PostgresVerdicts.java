package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.verdict.VerdictStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps verdicts in PostgreSQL. */
@Component
final class PostgresVerdicts implements VerdictStore {

  private static final String FIRST_ARRIVAL =
      "SELECT first_arrival_at FROM run_progress WHERE run_id = :run AND first_arrival_at IS NOT NULL";

  private static final String REMEMBER =
      """
      INSERT INTO verdict_basis (run_id, field, value, first_at)
      SELECT :run, field, CAST(value AS jsonb), :at
        FROM unnest(CAST(:fields AS text[]), CAST(:values AS text[])) AS b (field, value)
          ON CONFLICT DO NOTHING
      """;

  private static final String REMEMBERED =
      "SELECT field, CAST(value AS text) FROM verdict_basis WHERE run_id = :run ORDER BY field";

  private static final String FIND =
      """
      SELECT document
        FROM verdict
       WHERE run_id = :run AND revision = :revision AND budget = :budget
         AND budget_version = :version AND baseline = :baseline
         AND baseline_revision = :baseline_revision AND post_hoc = :post_hoc
      """;

  private static final String ADD =
      """
      INSERT INTO verdict (run_id, revision, budget, budget_version, baseline, baseline_revision,
                           post_hoc, verdict, guilty, judged_at, document)
      VALUES (:run, :revision, :budget, :version, :baseline, :baseline_revision,
              :post_hoc, :verdict, :guilty, :judged_at, CAST(:document AS jsonb))
          ON CONFLICT DO NOTHING
      """;

  private static final String LATEST =
      """
      SELECT document
        FROM verdict
       WHERE run_id = :run AND budget = :budget AND budget_version = :version
       ORDER BY revision DESC, post_hoc, id DESC
       LIMIT 1
      """;

  private static final String ALL =
      """
      SELECT revision, budget_version, baseline, post_hoc, verdict, guilty, judged_at
        FROM verdict
       WHERE run_id = :run AND budget = :budget
       ORDER BY id DESC
       LIMIT 100
      """;

  /** One that counts comes before one that was made afterwards. */
  private static final String NEWEST =
      """
      SELECT DISTINCT ON (run_id) run_id, budget, budget_version, revision, verdict, guilty
        FROM verdict
       WHERE run_id = ANY (CAST(:runs AS integer[]))
       ORDER BY run_id, revision DESC, post_hoc, id DESC
      """;

  private static final String PASSED =
      """
      SELECT r.run_id
        FROM run r
       CROSS JOIN LATERAL (
             SELECT v.verdict
               FROM verdict v
              WHERE v.run_id = r.id AND v.budget = :budget AND NOT v.post_hoc
              ORDER BY v.revision DESC, v.id DESC
              LIMIT 1) AS newest
       WHERE r.id < :before AND r.state = 'finished' AND newest.verdict IN ('pass', 'warn')
         AND coalesce(r.declaration -> 'labels' ->> 'group', '') = :group
       ORDER BY r.id DESC
       LIMIT 10
      """;

  private static final String FAILED =
      """
      SELECT v.verdict = 'fail'
        FROM verdict v
        JOIN run r ON r.id = v.run_id
       WHERE r.run_id = :run_id AND v.budget = :budget
       ORDER BY v.revision DESC, v.post_hoc, v.id DESC
       LIMIT 1
      """;

  private final JdbcClient jdbc;

  PostgresVerdicts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Instant> firstArrival(int run) {
    return jdbc.sql(FIRST_ARRIVAL)
        .param("run", run)
        .query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .optional();
  }

  @Override
  public Map<String, String> remember(int run, Map<String, String> basis, Instant now) {
    Map<String, String> remembered = remembered(run);
    if (!remembered.keySet().containsAll(basis.keySet())) {
      List<Map.Entry<String, String>> entries = List.copyOf(basis.entrySet());
      jdbc.sql(REMEMBER)
          .param("run", run)
          .param("at", now.atOffset(ZoneOffset.UTC))
          .param("fields", entries.stream().map(Map.Entry::getKey).toArray(String[]::new))
          .param("values", entries.stream().map(Map.Entry::getValue).toArray(String[]::new))
          .update();
      remembered = remembered(run);
    }
    return remembered;
  }

  private Map<String, String> remembered(int run) {
    Map<String, String> found = new HashMap<>();
    jdbc.sql(REMEMBERED)
        .param("run", run)
        .query((RowCallbackHandler) row -> found.put(row.getString(1), row.getString(2)));
    return found;
  }

  @Override
  public Optional<String> find(Key key) {
    return jdbc.sql(FIND).params(parameters(key)).query(String.class).optional();
  }

  @Override
  public Optional<String> latest(int run, String budget, int version) {
    return jdbc.sql(LATEST)
        .param("run", run)
        .param("budget", budget)
        .param("version", version)
        .query(String.class)
        .optional();
  }

  @Override
  public void add(Key key, Outcome outcome) {
    jdbc.sql(ADD)
        .params(parameters(key))
        .param("verdict", outcome.verdict())
        .param("guilty", outcome.guilty())
        .param("judged_at", outcome.judgedAt().atOffset(ZoneOffset.UTC))
        .param("document", outcome.json())
        .update();
  }

  @Override
  public List<Earlier> all(int run, String budget) {
    return jdbc.sql(ALL)
        .param("run", run)
        .param("budget", budget)
        .query((row, number) -> earlier(row))
        .list();
  }

  @Override
  public Map<Integer, Newest> newest(Collection<Integer> runs) {
    Map<Integer, Newest> found = new HashMap<>();
    jdbc.sql(NEWEST)
        .param("runs", runs.toArray(Integer[]::new))
        .query((RowCallbackHandler) row -> found.put(row.getInt("run_id"), newest(row)));
    return found;
  }

  @Override
  public List<String> passed(String budget, @Nullable String group, int before) {
    return jdbc.sql(PASSED)
        .param("budget", budget)
        .param("before", before)
        .param("group", group == null ? "" : group)
        .query(String.class)
        .list();
  }

  @Override
  public boolean failed(String runId, String budget) {
    return jdbc.sql(FAILED)
        .param("run_id", runId)
        .param("budget", budget)
        .query(Boolean.class)
        .optional()
        .orElse(false);
  }

  private static Map<String, Object> parameters(Key key) {
    return Map.of(
        "run", key.run(),
        "revision", key.revision(),
        "budget", key.budget(),
        "version", key.version(),
        "baseline", key.baseline(),
        "baseline_revision", key.baselineRevision(),
        "post_hoc", key.postHoc());
  }

  private static Earlier earlier(ResultSet row) throws SQLException {
    String baseline = row.getString("baseline");
    return new Earlier(
        row.getInt("revision"),
        row.getInt("budget_version"),
        baseline.isEmpty() ? null : baseline,
        row.getBoolean("post_hoc"),
        row.getString("verdict"),
        row.getString("guilty"),
        row.getObject("judged_at", OffsetDateTime.class).toInstant());
  }

  private static Newest newest(ResultSet row) throws SQLException {
    String guilty = row.getString("guilty");
    return new Newest(
        row.getString("budget"),
        row.getInt("budget_version"),
        row.getInt("revision"),
        row.getString("verdict"),
        guilty,
        guilty == null ? null : owner(guilty));
  }

  private static @Nullable String owner(String phase) {
    return Arrays.stream(Measure.values())
        .filter(it -> it.code().equals(phase))
        .map(Measure::owner)
        .findFirst()
        .orElse(null);
  }
}
