package io.tracejoin.store;

import io.tracejoin.store.JoinedRows.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/**
 * Writes joined rows. Where nothing is stored of their traces, with one COPY; else with a COPY into
 * the session's temporary table, then set-based upserts.
 *
 * <p>Row 0 of a trace guards the others. Joiners take their row locks in the order of the trace
 * IDs, so they cannot wait for each other in a circle, and one that saw fewer source rows than what
 * is stored leaves the trace alone. That is enough to be right: source rows are only ever added,
 * each addition commits with work that is claimed after it, and who claims the last of it sees all.
 */
@Component
final class JoinedTable {

  private static final CopyTarget<Row> DIRECT = JoinedRows.target("joined_request");
  private static final CopyTarget<Row> INCOMING = JoinedRows.target("joined_incoming");
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::traceId, JoinedTable::compare).thenComparing(Row::ordinal);

  /** How a row was made, not what it says. */
  private static final Set<String> NOT_CONTENT = Set.of("source_rows", "seen_in", "seen_before");

  /** An erased run may have left the later rows of a trace alone. */
  private static final String STORED =
      """
      SELECT trace_id, CASE ordinal WHEN 0 THEN source_rows ELSE 0 END
        FROM joined_request WHERE trace_id = ANY (?)
      """;

  private static final String TEMPORARY =
      """
      CREATE TEMPORARY TABLE IF NOT EXISTS joined_incoming
        (LIKE joined_request INCLUDING DEFAULTS) ON COMMIT DELETE ROWS
      """;

  /** Runs that see other rows than before; a repeat that changes nothing is no change. */
  private static final String CHANGED =
      """
      SELECT DISTINCT incoming.run_id, stored.run_id,
             CASE WHEN incoming.run_id IS NULL THEN incoming.resource_run_id END,
             CASE WHEN stored.run_id IS NULL THEN stored.resource_run_id END
        FROM joined_incoming AS incoming
        LEFT JOIN joined_request AS stored USING (trace_id, ordinal)
       WHERE stored.trace_id IS NULL OR ROW (%s) IS DISTINCT FROM ROW (%s)
      """
          .formatted(contentOf("incoming"), contentOf("stored"));

  /** Traces that are stored as they are: nothing is written for them. */
  private static final String UNCHANGED =
      """
      SELECT trace_id
        FROM joined_incoming AS incoming
        LEFT JOIN joined_request AS stored USING (trace_id, ordinal)
       GROUP BY trace_id
      HAVING bool_and(stored.trace_id IS NOT NULL
                      AND stored.source_rows = incoming.source_rows
                      AND ROW (%s) IS NOT DISTINCT FROM ROW (%s))
         AND count(*) = (SELECT count(*) FROM joined_request AS stored
                          WHERE stored.trace_id = incoming.trace_id)
      """
          .formatted(contentOf("incoming"), contentOf("stored"));

  private static final String FORGET = "DELETE FROM joined_incoming WHERE trace_id = ANY (?)";

  private static final String UPSERT =
      """
      INSERT INTO joined_request AS stored (%1$s)
      SELECT %1$s FROM joined_incoming WHERE %2$s ORDER BY trace_id, ordinal
      ON CONFLICT (trace_id, ordinal) DO UPDATE SET (%1$s) = ROW (%3$s)
       WHERE stored.source_rows <= excluded.source_rows OR stored.ordinal > 0
      RETURNING trace_id
      """;
  private static final String UPSERT_FIRST =
      UPSERT.formatted(INCOMING.names(), "ordinal = 0", prefixed("excluded"));
  private static final String UPSERT_OTHERS =
      UPSERT.formatted(INCOMING.names(), "ordinal > 0", prefixed("excluded"));

  private static final String FORGET_REFUSED =
      "DELETE FROM joined_incoming WHERE NOT (trace_id = ANY (?))";
  private static final String DELETE_SURPLUS =
      """
      DELETE FROM joined_request AS stored
       USING (SELECT trace_id, max(ordinal) AS last FROM joined_incoming GROUP BY trace_id) AS rows
       WHERE stored.trace_id = rows.trace_id AND stored.ordinal > rows.last
      RETURNING stored.run_id, NULL::integer, NULL::text, NULL::text
      """;

  private static final String UNIQUE_VIOLATION = "23505";

  /**
   * Whose rows were changed.
   *
   * @param runs runs that have, or had, such a row
   * @param named runs that the resources of server-only rows name, or named
   */
  record Changed(Set<Integer> runs, Set<String> named) {}

  private final JdbcTemplate jdbc;

  JoinedTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Writes the rows of whole traces in the transaction of the caller. */
  Changed write(List<Row> rows) {
    Changed changed = new Changed(new HashSet<>(), new HashSet<>());
    if (rows.isEmpty()) {
      return changed;
    }
    List<Row> ordered = rows.stream().sorted(ORDER).toList();
    Map<UUID, Integer> stored = stored(ordered);
    if (stored.isEmpty() && copyDirectly(ordered)) {
      ordered.forEach(row -> collect(row, changed));
      return changed;
    }
    copy(ordered);
    List<Row> left = withoutUnchanged(ordered, stored);
    if (left.isEmpty()) {
      return changed;
    }
    RowCallbackHandler collect = row -> collect(row, changed);
    jdbc.query(CHANGED, collect);
    upsert(left);
    jdbc.query(DELETE_SURPLUS, collect);
    return changed;
  }

  /** The rows of traces that are to be written. Only as many source rows can give equal rows. */
  private List<Row> withoutUnchanged(List<Row> rows, Map<UUID, Integer> stored) {
    if (rows.stream().noneMatch(it -> it.sourceRows() == stored.getOrDefault(it.traceId(), 0))) {
      return rows;
    }
    Set<UUID> same =
        new HashSet<>(jdbc.query(UNCHANGED, (row, number) -> new RowReader(row).uuid()));
    if (!same.isEmpty()) {
      jdbc.update(FORGET, statement -> SqlArray.setUuids(statement, 1, same));
    }
    return rows.stream().filter(it -> !same.contains(it.traceId())).toList();
  }

  private void upsert(List<Row> rows) {
    Set<UUID> accepted =
        new HashSet<>(jdbc.query(UPSERT_FIRST, (row, number) -> new RowReader(row).uuid()));
    long traces = rows.stream().filter(row -> row.ordinal() == 0).count();
    if (accepted.size() < traces) {
      jdbc.update(FORGET_REFUSED, statement -> SqlArray.setUuids(statement, 1, accepted));
    }
    if (traces < rows.size()) {
      jdbc.query(UPSERT_OTHERS, row -> {});
    }
  }

  /** Of which traces rows are stored, and from how many source rows the first was made. */
  private Map<UUID, Integer> stored(List<Row> rows) {
    Set<UUID> traces = new LinkedHashSet<>();
    rows.forEach(row -> traces.add(row.traceId()));
    Map<UUID, Integer> stored = new HashMap<>();
    jdbc.query(
        STORED,
        statement -> SqlArray.setUuids(statement, 1, traces),
        row -> {
          RowReader in = new RowReader(row);
          stored.merge(in.uuid(), in.int4(), Math::max);
        });
    return stored;
  }

  /** False, and nothing is written, where another joiner stored one of the traces meanwhile. */
  private boolean copyDirectly(List<Row> rows) {
    return Boolean.TRUE.equals(
        jdbc.execute((ConnectionCallback<Boolean>) connection -> copyDirectly(connection, rows)));
  }

  private static boolean copyDirectly(Connection connection, List<Row> rows) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      DIRECT.write(connection, rows);
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
      return false;
    }
    connection.releaseSavepoint(before);
    return true;
  }

  private void copy(Collection<Row> rows) {
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              try (var statement = connection.createStatement()) {
                statement.execute(TEMPORARY);
              }
              INCOMING.write(connection, rows);
              return true;
            });
  }

  private static void collect(Row row, Changed changed) {
    Integer run = row.runId();
    String named = row.resourceRunId();
    if (run != null) {
      changed.runs.add(run);
    } else if (named != null) {
      changed.named.add(named);
    }
  }

  private static void collect(ResultSet row, Changed changed) throws SQLException {
    RowReader in = new RowReader(row);
    Integer now = in.nullableInt4();
    Integer before = in.nullableInt4();
    String named = in.nullableText();
    String namedBefore = in.nullableText();
    if (now != null) {
      changed.runs.add(now);
    }
    if (before != null) {
      changed.runs.add(before);
    }
    if (named != null) {
      changed.named.add(named);
    }
    if (namedBefore != null) {
      changed.named.add(namedBefore);
    }
  }

  /** As PostgreSQL orders them. */
  private static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }

  private static String contentOf(String table) {
    return INCOMING.columns().stream()
        .map(CopyTarget.Column::name)
        .filter(name -> !NOT_CONTENT.contains(name))
        .map(name -> table + "." + name)
        .collect(Collectors.joining(", "));
  }

  private static String prefixed(String table) {
    return INCOMING.columns().stream()
        .map(column -> table + "." + column.name())
        .collect(Collectors.joining(", "));
  }
}
