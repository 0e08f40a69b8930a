package io.tracejoin.store;

import io.tracejoin.ingest.client.K6SummaryStore;
import io.tracejoin.run.K6Summary;
import java.time.Instant;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** Keeps one summary a run. */
@Component
final class PostgresK6Summaries implements K6SummaryStore {

  private static final String KEEP =
      """
      INSERT INTO k6_summary AS stored (run_id, shape, received_at, summary)
      VALUES (?, ?, ?, CAST(? AS jsonb))
      ON CONFLICT (run_id) DO UPDATE
         SET shape = excluded.shape, received_at = excluded.received_at, summary = excluded.summary
       WHERE stored.summary <> excluded.summary
      """;

  private static final JsonMapper JSON = new JsonMapper();

  private final JdbcTemplate jdbc;
  private final TransactionOperations transaction;
  private final RunProgress progress;
  private final ArrivalClock clock;

  PostgresK6Summaries(
      JdbcTemplate jdbc,
      TransactionOperations transaction,
      RunProgress progress,
      ArrivalClock clock) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.progress = progress;
    this.clock = clock;
  }

  @Override
  public void keep(int run, K6Summary summary) {
    transaction.executeWithoutResult(
        status -> {
          Instant now = clock.now();
          int kept =
              jdbc.update(
                  KEEP,
                  run,
                  summary.shape().code(),
                  now.atOffset(ZoneOffset.UTC),
                  JSON.writeValueAsString(summary));
          if (kept == 1) {
            progress.changed(run, now);
          }
        });
  }
}
