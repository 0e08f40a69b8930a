package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.PairsRemovedException;
import io.tracejoin.report.ReportProperties;
import io.tracejoin.report.RequestFields;
import io.tracejoin.report.RequestFields.Field;
import io.tracejoin.report.RequestQuestion;
import io.tracejoin.report.RequestRow;
import io.tracejoin.report.RequestStore;
import io.tracejoin.report.TokenBuckets;
import io.tracejoin.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads joined client records by page and as a stream. */
@Component
final class RequestsReader implements RequestStore {

  private static final long SECOND = 1_000_000_000L;

  /** Rows that the driver holds at a time. */
  private static final int FETCH = 500;

  private static final String RUN = "SELECT id, pairs_removed_at FROM run WHERE run_id = :run_id";

  private static final String SELECTED =
      """
        FROM joined_request r
       WHERE run_id = :run
         AND (CAST(:state AS text) IS NULL OR state = :state)
         AND (CAST(:outcome AS text) IS NULL OR outcome = :outcome)
         AND (CAST(:reason AS text) IS NULL OR reason = :reason)
         AND (CAST(:anomaly AS text) IS NULL OR anomalies @> ARRAY[CAST(:anomaly AS text)])
         AND (CAST(:least AS bigint) IS NULL OR %2$s >= :least)
         AND (CAST(:most AS bigint) IS NULL OR %2$s <= :most)
         AND (NOT :in_window
              OR lifecycle IS NULL
                 AND (sent_at_ns IS NULL AND :counts_unsent
                      OR EXISTS (SELECT 1
                                   FROM unnest(CAST(:windows AS text[]),
                                               CAST(:froms AS bigint[]), CAST(:tos AS bigint[]))
                                        AS w (key, from_ns, to_ns)
                                  WHERE %4$s
                                    AND sent_at_ns >= w.from_ns AND sent_at_ns < w.to_ns)))
         AND %1$s
      """;

  private static final String COUNT = "SELECT count(*)\n" + SELECTED;

  private static final Cohort EVERY = new Cohort(List.of(), true);

  private static final String ROWS =
      "SELECT correlated, "
          + RequestFields.ALL.stream().map(Field::column).collect(joining(", "))
          + "\n"
          + SELECTED
          + " ORDER BY %2$s %3$s NULLS LAST, trace_id, ordinal\n";

  private static final String PAGE = " LIMIT :limit OFFSET :offset";

  private static final String EXAMPLES =
      """
      SELECT trace_id
        FROM joined_request
       WHERE run_id = :run AND correlated AND anomalies @> ARRAY[CAST(:code AS text)]
       GROUP BY trace_id
       ORDER BY trace_id
       LIMIT :limit OFFSET :offset
      """;

  private static final int STREAMS_AT_ONCE = 2;

  private final Turns turns = new Turns(STREAMS_AT_ONCE);
  private final JdbcClient jdbc;
  private final TokenBuckets buckets;
  private final TransactionTemplate reading;

  RequestsReader(
      JdbcClient jdbc, PlatformTransactionManager transactions, ReportProperties properties) {
    this.jdbc = jdbc;
    this.buckets = properties.buckets();
    this.reading = new TransactionTemplate(transactions);
    reading.setReadOnly(true);
  }

  @Override
  public OptionalInt run(RunId runId) {
    return jdbc.sql(RUN)
        .param("run_id", runId.value())
        .query((row, number) -> number(runId, row))
        .optional()
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  private static int number(RunId runId, ResultSet row) throws SQLException {
    OffsetDateTime removed = row.getObject("pairs_removed_at", OffsetDateTime.class);
    if (removed != null) {
      throw new PairsRemovedException(runId.value(), removed.toInstant());
    }
    return row.getInt("id");
  }

  @Override
  public long count(int run, RequestQuestion question) {
    return jdbc.sql(
            COUNT.formatted(where(question), question.sort().column(), "", ReportCohort.OF_REQUEST))
        .params(parameters(run, question))
        .query(Long.class)
        .single();
  }

  @Override
  public List<RequestRow> page(int run, RequestQuestion question, int limit, long offset) {
    return jdbc.sql(rows(question) + PAGE)
        .params(parameters(run, question))
        .param("limit", limit)
        .param("offset", offset)
        .query((row, number) -> row(row))
        .list();
  }

  @Override
  public void stream(int run, RequestQuestion question, Consumer<RequestRow> consumer) {
    // The driver reads with a cursor only inside a transaction.
    turns.take(
        () ->
            reading.execute(
                status -> {
                  jdbc.sql(rows(question))
                      .params(parameters(run, question))
                      .withFetchSize(FETCH)
                      .query((RowCallbackHandler) row -> consumer.accept(row(row)));
                  return true;
                }));
  }

  @Override
  public Map<String, Long> anomalies(int run) {
    Map<String, Long> counts = new LinkedHashMap<>();
    jdbc.sql(ReportRunData.ANOMALIES)
        .param("run", run)
        .query((RowCallbackHandler) row -> counts.put(row.getString(1), row.getLong(2)));
    return counts;
  }

  @Override
  public List<String> examples(int run, Anomaly.Code code, int limit, long offset) {
    return jdbc.sql(EXAMPLES)
        .param("run", run)
        .param("code", code.code())
        .param("limit", limit)
        .param("offset", offset)
        .query((row, number) -> TraceId.of(row.getObject(1, UUID.class)).hex())
        .list();
  }

  /** The sort column is one of the constants of {@link RequestFields}. */
  private String rows(RequestQuestion question) {
    return ROWS.formatted(
        where(question),
        question.sort().column(),
        question.descending() ? "DESC" : "ASC",
        ReportCohort.OF_REQUEST);
  }

  private String where(RequestQuestion question) {
    return new SelectorSql(question.selector(), buckets).selected();
  }

  private Map<String, @Nullable Object> parameters(int run, RequestQuestion question) {
    Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
    parameters.put("run", run);
    parameters.put("state", question.state() == null ? null : question.state().code());
    parameters.put("outcome", question.outcome() == null ? null : question.outcome().code());
    parameters.put("reason", question.reason() == null ? null : question.reason().code());
    parameters.put("anomaly", question.anomaly() == null ? null : question.anomaly().code());
    parameters.put("least", question.least());
    parameters.put("most", question.most());
    Cohort cohort = question.cohort();
    parameters.put("in_window", cohort != null);
    parameters.put("counts_unsent", cohort != null && cohort.countsUnsent());
    parameters.putAll(
        new ReportCohort(
                run, cohort == null ? EVERY : cohort, new SelectorSql(question.selector(), buckets))
            .windows());
    return parameters;
  }

  private static RequestRow row(ResultSet row) throws SQLException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (Field field : RequestFields.ALL) {
      fields.put(field.name(), value(row, field));
    }
    return new RequestRow(fields);
  }

  private static @Nullable Object value(ResultSet row, Field field) throws SQLException {
    Object stored = row.getObject(field.column());
    if (stored == null) {
      return null;
    }
    return switch (field.type()) {
      case TEXT, NUMBER, FLAG -> stored;
      case MS -> Millis.of((Long) stored);
      case TIME -> time((Long) stored);
      case TRACE -> row.getBoolean("correlated") ? TraceId.of((UUID) stored).hex() : null;
      case CODES -> List.of((String[]) row.getArray(field.column()).getArray());
    };
  }

  private static String time(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND))
        .toString();
  }
}
