package io.tracejoin.store;

import io.tracejoin.join.JoinBacklog;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Counts the join work. Ages are by the database's clock, which stamped it. */
@Component
final class PostgresBacklog implements JoinBacklog {

  private static final String WAITING =
      """
      SELECT count(*) FILTER (WHERE NOT set_aside),
             coalesce(extract(epoch FROM clock_timestamp()
                              - min(created_at) FILTER (WHERE NOT set_aside)) * 1000, 0)::bigint,
             coalesce(sum(cardinality(trace_ids)) FILTER (WHERE set_aside), 0)::bigint
        FROM join_work
      """;
  private static final String NEWEST = "SELECT max(created_at) FROM join_work";

  private final JdbcTemplate jdbc;

  PostgresBacklog(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Backlog read() {
    Backlog backlog =
        jdbc.queryForObject(
            WAITING,
            (row, number) ->
                new Backlog(
                    row.getLong(1),
                    Duration.ofMillis(Math.max(0, row.getLong(2))),
                    row.getLong(3)));
    return Objects.requireNonNull(backlog);
  }

  /** When the newest work was queued; null if none waits. */
  @Nullable Instant newest() {
    Timestamp newest = jdbc.queryForObject(NEWEST, Timestamp.class);
    return newest == null ? null : newest.toInstant();
  }
}
