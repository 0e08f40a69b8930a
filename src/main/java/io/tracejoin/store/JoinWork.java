package io.tracejoin.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Writes the work that the join finds: which traces were touched. */
final class JoinWork {

  /** Traces in one row: what a joiner takes at least, and holds in memory at once. */
  static final int ROW_SIZE = 2_000;

  private static final String ARRIVED =
      """
      INSERT INTO join_work (trace_ids, arrived_in)
      VALUES (?, CAST(CAST(pg_current_xact_id() AS text) AS bigint))
      """;
  private static final String IN_ANY_CASE = "INSERT INTO join_work (trace_ids) VALUES (?)";

  private JoinWork() {}

  /**
   * Queues distinct trace IDs in the connection's transaction, which stores spans or records of
   * them: a join that has seen the transaction has done this work.
   */
  static void arrived(Connection connection, Collection<UUID> traceIds) throws SQLException {
    add(connection, ARRIVED, List.copyOf(traceIds));
  }

  /** Queues distinct trace IDs in the connection's transaction, to be joined in any case. */
  static void again(Connection connection, Collection<UUID> traceIds) throws SQLException {
    add(connection, IN_ANY_CASE, List.copyOf(traceIds));
  }

  private static void add(Connection connection, String insert, List<UUID> all)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      for (int from = 0; from < all.size(); from += ROW_SIZE) {
        SqlArray.setUuids(statement, 1, all.subList(from, Math.min(all.size(), from + ROW_SIZE)));
        statement.executeUpdate();
      }
    }
  }
}
