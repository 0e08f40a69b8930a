package io.tracejoin.store;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Drops partitions of days of arrival. To drop one needs its parent for itself for a moment, and
 * whoever comes meanwhile stands behind: so it waits no longer than a fifth of a second and tries
 * again, until a gap is found. A detached partition would take no such lock, but a broken-off
 * detachment has to be mended by hand, and would stand in the way of the next day's.
 */
@Component
final class OldPartitions {

  private static final Logger LOG = LoggerFactory.getLogger(OldPartitions.class);
  private static final int ATTEMPTS = 10;
  private static final long PAUSE_MILLIS = 500;

  private static final String BEFORE =
      """
      SELECT CAST(to_date(right(c.relname, 8), 'YYYYMMDD') AS text)
        FROM pg_inherits i
        JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = CAST(? AS regclass) AND c.relname ~ '_[0-9]{8}$'
         AND to_date(right(c.relname, 8), 'YYYYMMDD') < CAST(? AS date)
       ORDER BY 1
      """;
  private static final String FILLED = "SELECT EXISTS (SELECT FROM %s)";
  private static final String NO_LONG_WAIT = "SET LOCAL lock_timeout = '200ms'";
  private static final String DROP = "DROP TABLE IF EXISTS %s";

  private final JdbcTemplate jdbc;
  private final Transactions transactions;

  OldPartitions(JdbcTemplate jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /** Days before this one that any of the tables has. */
  List<LocalDate> before(LocalDate day, List<String> tables) {
    TreeSet<LocalDate> days = new TreeSet<>();
    for (String table : tables) {
      jdbc.queryForList(BEFORE, String.class, table, day.toString())
          .forEach(it -> days.add(LocalDate.parse(it)));
    }
    return List.copyOf(days);
  }

  /** Whether a day's partition has no row. */
  boolean isEmpty(String table, LocalDate day) {
    return !Boolean.TRUE.equals(
        jdbc.queryForObject(FILLED.formatted(name(table, day)), Boolean.class));
  }

  /**
   * Drops a day of all the tables, or of none.
   *
   * @throws DataAccessException if a long transaction holds one of them
   */
  void drop(LocalDate day, List<String> tables) {
    for (int attempt = 1; ; attempt++) {
      try {
        dropNow(day, tables);
        return;
      } catch (DataAccessException held) {
        if (attempt == ATTEMPTS) {
          LOG.warn("a transaction holds the partitions of {}: they are dropped later", day);
          throw held;
        }
        pause();
      }
    }
  }

  private void dropNow(LocalDate day, List<String> tables) {
    transactions.run(
        () -> {
          jdbc.execute(NO_LONG_WAIT);
          tables.forEach(table -> jdbc.execute(DROP.formatted(name(table, day))));
        });
  }

  /** The partition's table. */
  static String name(String table, LocalDate day) {
    return table + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
