package io.tracejoin.store;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Makes the partitions of a day of arrival when its first rows come. A partition is made as a table
 * of its own and then attached, because that takes no lock that a reader or a writer of the other
 * days would wait for.
 */
@Component
final class DayPartitions {

  private static final List<String> TABLES = List.of("span", "request_id_span", "client_record");
  private static final long ADVISORY_LOCK = 0x7472_6163_6570_6172L;

  private static final String LOCK = "SELECT pg_advisory_xact_lock(?)";
  private static final String EXISTS = "SELECT to_regclass(?) IS NOT NULL";
  private static final String CREATE = "CREATE TABLE %1$s (LIKE %2$s INCLUDING ALL)";
  private static final String ATTACH =
      "ALTER TABLE %2$s ATTACH PARTITION %1$s FOR VALUES FROM ('%3$s') TO ('%4$s')";

  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final Set<LocalDate> made = ConcurrentHashMap.newKeySet();

  DayPartitions(JdbcTemplate jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /** Makes the day's partitions unless they are there; other processes may do so at once. */
  void ensure(LocalDate day) {
    if (!made.contains(day)) {
      transactions.run(() -> TABLES.forEach(table -> make(table, day)));
      made.add(day);
    }
  }

  /** Looks again at the next {@link #ensure}: retention may have dropped an old day's partition. */
  void forget(LocalDate day) {
    made.remove(day);
  }

  private void make(String table, LocalDate day) {
    jdbc.query(LOCK, row -> {}, ADVISORY_LOCK);
    String partition = table + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    if (!Boolean.TRUE.equals(jdbc.queryForObject(EXISTS, Boolean.class, partition))) {
      jdbc.execute(CREATE.formatted(partition, table));
      jdbc.execute(ATTACH.formatted(partition, table, day, day.plusDays(1)));
    }
  }
}
