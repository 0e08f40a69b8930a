package io.tracejoin.store;

import io.tracejoin.report.LoadData;
import io.tracejoin.run.K6Summary;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Reads what is stored of one run's load. */
final class ReportLoad implements LoadData {

  private static final String ITERATIONS =
      """
      SELECT scenario, sum(iterations) AS done, sum(dropped_iterations) AS dropped,
             max(second) - min(second) + 1 AS seconds
        FROM load_second
       WHERE run_id = :run AND (iterations > 0 OR dropped_iterations > 0)
       GROUP BY 1
       ORDER BY 1
      """;

  /** Generators have clocks of their own: their peaks are added, whenever they were. */
  private static final String USERS =
      """
      SELECT sum(used) AS used, sum(allocated) AS allocated
        FROM (SELECT max(vus) AS used, max(vus_max) AS allocated
                FROM load_second
               WHERE run_id = :run
               GROUP BY generator) AS peaks
      """;

  private static final String SUMMARY =
      "SELECT received_at, summary FROM k6_summary WHERE run_id = :run";

  /** A call of several hops has only their sum; each one's own duration is with its record. */
  private static final String ROWS =
      """
      WITH call AS (
        SELECT trace_id, hops, client_total_ns
          FROM joined_request
         WHERE run_id = :run
      )
      SELECT coalesce(sum(hops), 0) AS count,
             greatest(max(client_total_ns) FILTER (WHERE hops = 1),
                      (SELECT max(r.total_ns)
                         FROM call c
                         JOIN client_record r ON r.trace_id = c.trace_id AND r.run_id = :run
                        WHERE c.hops > 1)) AS longest
        FROM call
      """;

  private static final JsonMapper JSON = new JsonMapper();

  private final JdbcClient jdbc;
  private final int run;

  ReportLoad(JdbcClient jdbc, int run) {
    this.jdbc = jdbc;
    this.run = run;
  }

  @Override
  public List<Iterations> iterations() {
    return ofRun(ITERATIONS)
        .query(
            (row, number) ->
                new Iterations(
                    row.getString("scenario"),
                    row.getLong("done"),
                    row.getLong("dropped"),
                    row.getLong("seconds")))
        .list();
  }

  @Override
  public Users users() {
    return ofRun(USERS)
        .query(
            (row, number) -> {
              RowReader in = new RowReader(row);
              return new Users(in.nullableInt8(), in.nullableInt8());
            })
        .single();
  }

  @Override
  public Optional<Summary> summary() {
    return ofRun(SUMMARY)
        .query(
            (row, number) ->
                new Summary(
                    JSON.readValue(row.getString("summary"), K6Summary.class),
                    row.getObject("received_at", OffsetDateTime.class).toInstant()))
        .optional();
  }

  @Override
  public Rows rows() {
    return ofRun(ROWS)
        .query(
            (row, number) -> {
              RowReader in = new RowReader(row);
              return new Rows(in.int8(), in.nullableInt8());
            })
        .single();
  }

  private JdbcClient.StatementSpec ofRun(String sql) {
    return jdbc.sql(sql).param("run", run);
  }
}
