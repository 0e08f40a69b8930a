package io.tracejoin.store;

import io.tracejoin.report.RunData.ServerSide;
import io.tracejoin.report.RunFacts;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Traces without a client record. */
record ReportServerSide(JdbcClient jdbc) {

  /** What its resource names, what has the run's prefix, what ran on its services meanwhile. */
  private static final String SERVER_SIDE =
      """
      WITH matched AS (
        SELECT root_service, min(root_start_ns) AS first_start, max(root_start_ns) AS last_start,
               max(root_end_ns) AS last_end
          FROM joined_request
         WHERE run_id = :run AND state = 'matched'
         GROUP BY 1
      ), claimed AS (
        SELECT root_service, root_end_ns
          FROM joined_request
         WHERE state = 'server_only' AND resource_run_id = :run_id
         UNION ALL
        SELECT root_service, root_end_ns
          FROM joined_request
         WHERE state = 'server_only' AND resource_run_id IS NULL
           AND trace_id BETWEEN CAST(:lowest AS uuid) AND CAST(:highest AS uuid)
         UNION ALL
        SELECT s.root_service, s.root_end_ns
          FROM joined_request s
          JOIN matched m ON m.root_service = s.root_service
         WHERE s.state = 'server_only' AND s.resource_run_id IS NULL
           AND s.root_service = ANY (CAST(:services AS text[]))
           AND s.root_start_ns BETWEEN m.first_start AND m.last_start
           AND NOT EXISTS (
             SELECT 1
               FROM run o
              WHERE o.declaration ->> 'trace_id_prefix' <> ''
                AND starts_with(replace(CAST(s.trace_id AS text), '-', ''),
                                lower(o.declaration ->> 'trace_id_prefix')))
      )
      SELECT count(*) FILTER (WHERE root_end_ns >= last_end - 1000000000) AS interrupted,
             count(*) AS claimed
        FROM claimed
        LEFT JOIN matched USING (root_service)
      """;

  private static final String SERVER_ONLY_BETWEEN =
      """
      SELECT count(*)
        FROM joined_request
       WHERE state = 'server_only' AND root_start_ns BETWEEN :from AND :to
      """;

  /** Those of a run. */
  ServerSide of(RunFacts run, Set<String> services, List<UUID> traceIdRange) {
    return jdbc.sql(SERVER_SIDE)
        .param("run", run.id())
        .param("run_id", run.runId())
        .param("services", services.toArray(String[]::new))
        .param("lowest", traceIdRange.isEmpty() ? null : traceIdRange.get(0))
        .param("highest", traceIdRange.isEmpty() ? null : traceIdRange.get(1))
        .query(
            (row, number) -> {
              long interrupted = row.getLong("interrupted");
              return new ServerSide(row.getLong("claimed") - interrupted, interrupted);
            })
        .single();
  }

  /** Those of whatever run whose root starts in a range of nanoseconds. */
  long between(long fromNanos, long toNanos) {
    return jdbc.sql(SERVER_ONLY_BETWEEN)
        .param("from", fromNanos)
        .param("to", toNanos)
        .query(Long.class)
        .single();
  }
}
