package io.tracejoin.store;

import io.tracejoin.store.CopyTarget.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Writes the work that the join finds: which traces were touched. */
final class JoinWork {

  /** Traces in one row: what a joiner takes at least, and holds in memory at once. */
  static final int ROW_SIZE = 2_000;

  private static final CopyTarget<List<UUID>> WORK =
      new CopyTarget<>("join_work", List.of(new Column<>("trace_ids", CopyRows::uuidArray)));

  private JoinWork() {}

  /** Queues distinct trace IDs in the connection's transaction. */
  static void add(Connection connection, Collection<UUID> traceIds) throws SQLException {
    List<UUID> all = List.copyOf(traceIds);
    List<List<UUID>> rows = new ArrayList<>();
    for (int from = 0; from < all.size(); from += ROW_SIZE) {
      rows.add(all.subList(from, Math.min(all.size(), from + ROW_SIZE)));
    }
    WORK.write(connection, rows);
  }
}
