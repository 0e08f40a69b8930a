package io.tracejoin.store;

import io.tracejoin.run.RunCounts;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts the joined rows of a run. */
@Component
final class PostgresRunCounts implements RunCounts {

  private static final String CHANGE_SEQ = "SELECT change_seq FROM run_progress WHERE run_id = ?";

  private static final String COUNT =
      """
      SELECT count(*) FILTER (WHERE state <> 'server_only') AS records,
             count(*) FILTER (WHERE state = 'matched') AS matched
        FROM joined_request
       WHERE run_id = ?
      """;

  private final JdbcClient jdbc;

  PostgresRunCounts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public long changeSeq(int run) {
    return jdbc.sql(CHANGE_SEQ).param(run).query(Long.class).optional().orElse(0L);
  }

  @Override
  public Counts count(int run) {
    return jdbc.sql(COUNT)
        .param(run)
        .query((row, number) -> new Counts(row.getLong("records"), row.getLong("matched")))
        .single();
  }
}
