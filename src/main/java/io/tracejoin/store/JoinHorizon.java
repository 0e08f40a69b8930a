package io.tracejoin.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Tells which work a later join has done already. A trace waits once for each commit of its spans
 * and records; the first join after them sees them all, so that the others have nothing to add.
 *
 * <p>A joiner notes, before it loads anything, the least transaction that still runs: whatever
 * lesser ones stored it sees. Work that came with one of those is done once the join's rows are
 * stored. Transaction numbers count within one cluster: after a dump was restored into another they
 * say nothing, so the cluster is noted beside them.
 */
@Component
final class JoinHorizon {

  private static final Logger LOG = LoggerFactory.getLogger(JoinHorizon.class);

  private static final String HOME =
      """
      INSERT INTO database_home (system_identifier)
      SELECT system_identifier FROM pg_control_system()
      ON CONFLICT (system_identifier) DO NOTHING
      """;
  private static final String GENERATION =
      """
      SELECT generation FROM database_home
       WHERE system_identifier = (SELECT system_identifier FROM pg_control_system())
      """;
  private static final String LEAST_RUNNING =
      "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint)";
  private static final String SEEN =
      """
      SELECT trace_id, seen_before FROM joined_request
       WHERE trace_id = ANY (?) AND ordinal = 0 AND seen_in = ?
      """;

  /**
   * What a join sees.
   *
   * @param in number of the cluster; null where it cannot be told
   * @param before all of lesser transactions is seen
   */
  record Seen(@Nullable Integer in, long before) {}

  private final JdbcTemplate jdbc;
  private volatile @Nullable Integer generation;
  private volatile boolean unknown;

  JoinHorizon(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Finds out where the database lives; outside of transactions, since it may be refused. */
  void prepare() {
    if (generation != null || unknown) {
      return;
    }
    try {
      jdbc.update(HOME);
      generation = jdbc.queryForObject(GENERATION, Integer.class);
    } catch (DataAccessException e) {
      if (RefusedWork.mayPass(e)) {
        throw e;
      }
      unknown = true;
      LOG.warn("traces are joined once for each arrival: pg_control_system() is refused");
    }
  }

  /** What loads of the current transaction see that come after this call. */
  Seen now() {
    Long before = jdbc.queryForObject(LEAST_RUNNING, Long.class);
    return new Seen(generation, before == null ? 0 : before);
  }

  /**
   * The traces that need no join.
   *
   * @param arrived the last transaction that stored something of each trace
   */
  List<UUID> done(Map<UUID, Long> arrived) {
    Integer in = generation;
    if (in == null || arrived.isEmpty()) {
      return List.of();
    }
    return seen(arrived.keySet(), in).entrySet().stream()
        .filter(it -> it.getValue() > arrived.getOrDefault(it.getKey(), Long.MAX_VALUE))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<UUID, Long> seen(Collection<UUID> traces, int in) {
    Map<UUID, Long> seen = new HashMap<>();
    jdbc.query(
        SEEN,
        statement -> {
          SqlArray.setUuids(statement, 1, traces);
          statement.setInt(2, in);
        },
        row -> {
          RowReader read = new RowReader(row);
          seen.put(read.uuid(), read.int8());
        });
    return seen;
  }
}
