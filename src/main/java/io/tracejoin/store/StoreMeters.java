package io.tracejoin.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Publishes what the database holds: partitions, runs by state, and the coverage of the newest
 * runs. Read at most once in {@link #FRESH}, however often and by whomever it is scraped; not a
 * number while the database is away.
 */
@Component
final class StoreMeters implements MeterBinder {

  private static final Duration FRESH = Duration.ofSeconds(15);

  private static final String READ =
      """
      SELECT (SELECT count(*) FROM pg_inherits WHERE inhparent = 'span'::regclass) AS span_partitions,
             (SELECT count(*) FROM pg_inherits WHERE inhparent = 'client_record'::regclass)
               AS record_partitions,
             (SELECT current_date - min(to_date(right(c.relname, 8), 'YYYYMMDD'))
                FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'span'::regclass) AS oldest_span_days,
             (SELECT current_date - min(to_date(right(c.relname, 8), 'YYYYMMDD'))
                FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'client_record'::regclass) AS oldest_record_days,
             pg_database_size(current_database()) AS bytes,
             (SELECT count(*) FROM run WHERE state = 'open') AS open,
             (SELECT count(*) FROM run WHERE state = 'settling') AS settling,
             (SELECT count(*) FROM run WHERE state = 'finished') AS finished,
             (SELECT min((newest.report -> 'join' ->> 'coverage')::float8)
                FROM (SELECT (SELECT v.report FROM report_revision v WHERE v.run_id = r.id
                               ORDER BY v.revision DESC LIMIT 1) AS report
                        FROM run r
                       WHERE r.state = 'finished'
                       ORDER BY r.finished_at DESC NULLS LAST
                       LIMIT 10) AS newest) AS coverage
      """;

  private final JdbcClient jdbc;
  private final Clock clock;
  private @Nullable Figures figures;
  private Instant readAt = Instant.MIN;

  StoreMeters(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /**
   * One reading.
   *
   * @param oldestSpanDays not a number without a partition
   * @param coverage the least of the ten runs that finished last; not a number without one
   */
  private record Figures(
      double spanPartitions,
      double recordPartitions,
      double oldestSpanDays,
      double oldestRecordDays,
      double bytes,
      double open,
      double settling,
      double finished,
      double coverage) {}

  @Override
  public void bindTo(MeterRegistry registry) {
    partitions(registry, "span", Figures::spanPartitions, Figures::oldestSpanDays);
    partitions(registry, "client_record", Figures::recordPartitions, Figures::oldestRecordDays);
    runs(registry, "open", Figures::open);
    runs(registry, "settling", Figures::settling);
    runs(registry, "finished", Figures::finished);
    gauge("tracejoin.database.size", Figures::bytes)
        .description("Size of the database on disk")
        .baseUnit("bytes")
        .register(registry);
    gauge("tracejoin.runs.coverage.least", Figures::coverage)
        .description("Least join coverage of the ten runs that finished last, 0 to 1")
        .register(registry);
  }

  private void partitions(
      MeterRegistry registry,
      String table,
      ToDoubleFunction<Figures> count,
      ToDoubleFunction<Figures> oldest) {
    gauge("tracejoin.partitions", count)
        .description("Days of arrival that are kept")
        .tag("table", table)
        .register(registry);
    gauge("tracejoin.partitions.oldest", oldest)
        .description("Age of the oldest day of arrival")
        .baseUnit("days")
        .tag("table", table)
        .register(registry);
  }

  private void runs(MeterRegistry registry, String state, ToDoubleFunction<Figures> count) {
    gauge("tracejoin.runs", count)
        .description("Runs by state")
        .tag("state", state)
        .register(registry);
  }

  private Gauge.Builder<?> gauge(String name, ToDoubleFunction<Figures> figure) {
    return Gauge.builder(name, () -> value(figure));
  }

  private double value(ToDoubleFunction<Figures> figure) {
    Figures read = read();
    return read == null ? Double.NaN : figure.applyAsDouble(read);
  }

  private synchronized @Nullable Figures read() {
    Instant now = clock.instant();
    if (readAt.isBefore(now.minus(FRESH))) {
      readAt = now;
      try {
        figures = jdbc.sql(READ).query((row, number) -> figures(row)).single();
      } catch (DataAccessException e) {
        figures = null;
      }
    }
    return figures;
  }

  private static Figures figures(ResultSet row) throws SQLException {
    return new Figures(
        number(row, "span_partitions"),
        number(row, "record_partitions"),
        number(row, "oldest_span_days"),
        number(row, "oldest_record_days"),
        number(row, "bytes"),
        number(row, "open"),
        number(row, "settling"),
        number(row, "finished"),
        number(row, "coverage"));
  }

  private static double number(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? Double.NaN : value;
  }
}
