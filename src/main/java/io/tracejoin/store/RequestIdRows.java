package io.tracejoin.store;

import io.tracejoin.decompose.RequestIdSpan;
import io.tracejoin.store.CopyTarget.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Which traces hold which request IDs. A row commits with its spans and their join work, a record
 * that carries an ID with work of its own; so whoever claims the later of the two sees both.
 */
@Component
final class RequestIdRows {

  /** Of request IDs that no record carries nothing is read; where none carries any, nothing. */
  private static final String HOLDERS =
      """
      WITH asked AS (SELECT DISTINCT key FROM unnest(?) AS key
                      WHERE (SELECT EXISTS (SELECT FROM client_record WHERE by_request_id))),
           told AS (SELECT request_key FROM asked JOIN request_id_span ON trace_id = key
                     UNION SELECT key FROM asked)
      SELECT told.request_key, holder.trace_id, holder.start_ns
        FROM told
       CROSS JOIN LATERAL (
             SELECT trace_id, start_ns FROM request_id_span
              WHERE request_key = told.request_key ORDER BY id LIMIT %d) AS holder
       WHERE EXISTS (SELECT FROM client_record
                      WHERE client_record.trace_id = told.request_key AND by_request_id)
      """
          .formatted(RequestIdSpan.MOST + 1);

  private static final CopyTarget<Row> TARGET =
      new CopyTarget<>(
          "request_id_span",
          List.of(
              new Column<>("request_key", (out, it) -> out.uuid(it.requestKey)),
              new Column<>("trace_id", (out, it) -> out.uuid(it.traceId)),
              new Column<>("start_ns", (out, it) -> out.int8(it.startNanos)),
              new Column<>("received_on", (out, it) -> out.date(it.day))));

  private record Row(UUID requestKey, UUID traceId, long startNanos, LocalDate day) {}

  private record Place(UUID requestKey, UUID traceId) {}

  private final JdbcTemplate jdbc;

  RequestIdRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Stores what these spans hold, once for each ID and trace, in the connection's transaction. */
  static void write(Connection connection, List<SpanRows.Row> spans) throws SQLException {
    Map<Place, Row> rows = new HashMap<>();
    for (SpanRows.Row it : spans) {
      if (it.span().requestKeys().isEmpty()) {
        continue;
      }
      UUID trace = it.span().traceId().uuid();
      for (UUID key : it.span().requestKeys()) {
        rows.merge(
            new Place(key, trace),
            new Row(key, trace, it.span().startNanos(), it.day()),
            (one, other) -> one.startNanos <= other.startNanos ? one : other);
      }
    }
    if (!rows.isEmpty()) {
      TARGET.write(connection, rows.values());
    }
  }

  /**
   * The spans that hold the request IDs which these keys are, or which these traces hold, as far as
   * records carry them.
   */
  List<RequestIdSpan> holders(Collection<UUID> keys) {
    return jdbc.query(
        HOLDERS,
        statement -> SqlArray.setUuids(statement, 1, keys),
        (row, number) -> {
          RowReader in = new RowReader(row);
          return new RequestIdSpan(in.uuid(), in.uuid(), in.int8());
        });
  }

  /**
   * Keys of traces, and the spans that hold request IDs of them.
   *
   * @param holders as {@link #holders} tells them of the keys
   */
  record Touched(Set<UUID> keys, List<RequestIdSpan> holders) {}

  /**
   * These keys and all that is decided with them: an ID touches every trace that holds it, and a
   * trace the places of the IDs that it holds.
   */
  Touched touched(Collection<UUID> keys) {
    Set<UUID> touched = new LinkedHashSet<>(keys);
    List<RequestIdSpan> holders = holders(keys);
    for (RequestIdSpan it : holders) {
      touched.add(it.requestKey());
      touched.add(it.traceId());
    }
    return new Touched(touched, touched.size() == keys.size() ? holders : holders(touched));
  }
}
