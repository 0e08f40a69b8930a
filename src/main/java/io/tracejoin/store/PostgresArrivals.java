package io.tracejoin.store;

import io.tracejoin.join.JoinBacklog;
import io.tracejoin.run.Arrivals;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Tells from the runs' progress and the join work what came in. */
@Component
final class PostgresArrivals implements Arrivals {

  private static final String LAST = "SELECT last_arrival_at FROM run_progress WHERE run_id = ?";

  private final JdbcTemplate jdbc;
  private final JoinBacklog backlog;

  PostgresArrivals(JdbcTemplate jdbc, JoinBacklog backlog) {
    this.jdbc = jdbc;
    this.backlog = backlog;
  }

  @Override
  public Optional<Instant> last(int run) {
    return jdbc
        .query(LAST, (row, number) -> row.getObject(1, OffsetDateTime.class).toInstant(), run)
        .stream()
        .findFirst();
  }

  @Override
  public Duration backlog() {
    return backlog.read().lag();
  }
}
