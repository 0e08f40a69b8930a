package io.tracejoin.store;

import io.tracejoin.store.PostgresJoinQueue.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Join work whose rows the database refuses. It is done alone, then by halves, until the trace that
 * is to blame stands by itself; that one is set aside after {@link #MOST_ATTEMPTS}.
 */
@Component
final class RefusedWork {

  static final int MOST_ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(RefusedWork.class);

  private static final String COUNT =
      "UPDATE join_work SET attempts = attempts + 1 WHERE id = ANY (?)";
  private static final String REMOVE = "DELETE FROM join_work WHERE id = ?";
  private static final String HALF =
      """
      INSERT INTO join_work (created_at, trace_ids, attempts)
      SELECT created_at, ?, 1 FROM join_work WHERE id = ?
      """;
  private static final String SET_ASIDE =
      "UPDATE join_work SET set_aside = true WHERE id = ? AND attempts >= ?";
  private static final String RETRY =
      "UPDATE join_work SET set_aside = false, attempts = 0 WHERE set_aside";

  private final JdbcTemplate jdbc;
  private final Transactions transactions;

  RefusedWork(JdbcTemplate jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /** Whether the same work may well be stored later. */
  static boolean mayPass(RuntimeException failure) {
    return failure instanceof TransientDataAccessException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof NonTransientDataAccessResourceException
        || failure instanceof TransactionException;
  }

  /** Notes that this work was refused, and divides it where there is more than one trace. */
  void note(Claim claim, RuntimeException failure) {
    // The type alone: a message may quote the values that were refused.
    LOG.warn(
        "{} traces could not be stored together: {}",
        claim.traceIds().size(),
        failure.getClass().getName());
    transactions.run(
        () -> {
          if (claim.rows().size() > 1) {
            count(claim.rows());
          } else if (claim.traceIds().size() > 1) {
            halve(claim.rows().get(0), List.copyOf(claim.traceIds()));
          } else {
            one(claim);
          }
        });
  }

  private void one(Claim claim) {
    count(claim.rows());
    if (jdbc.update(SET_ASIDE, claim.rows().get(0), MOST_ATTEMPTS) > 0) {
      LOG.error(
          "set aside for a quarter of an hour, since its rows cannot be stored: trace {}",
          claim.traceIds());
    }
  }

  private void count(List<Long> rows) {
    jdbc.update(
        COUNT,
        statement ->
            SqlArray.setLongs(statement, 1, rows.stream().mapToLong(Long::longValue).toArray()));
  }

  private void halve(long row, List<UUID> traceIds) {
    int middle = traceIds.size() / 2;
    List<List<UUID>> halves = new ArrayList<>();
    halves.add(traceIds.subList(0, middle));
    halves.add(traceIds.subList(middle, traceIds.size()));
    for (List<UUID> half : halves) {
      jdbc.execute(
          (ConnectionCallback<Integer>)
              connection -> {
                try (var statement = connection.prepareStatement(HALF)) {
                  SqlArray.setUuids(statement, 1, half);
                  statement.setLong(2, row);
                  return statement.executeUpdate();
                }
              });
    }
    jdbc.update(REMOVE, row);
  }

  /** Gives everything that was set aside another chance; returns how many rows that are. */
  int retry() {
    return jdbc.update(RETRY);
  }
}
