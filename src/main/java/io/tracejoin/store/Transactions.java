package io.tracejoin.store;

import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of the bulk paths: plain JDBC, without a persistence context. Must not be called
 * inside another transaction.
 *
 * <p>Whatever goes wrong with the database is a {@link
 * org.springframework.dao.DataAccessException}, a refused commit or a database that is away
 * included: receivers tell their senders to come back.
 */
@Component
final class Transactions {

  private final TransactionTemplate template;

  Transactions(DataSource dataSource) {
    template = new TransactionTemplate(new JdbcTransactionManager(dataSource));
  }

  /** Runs the work in a new transaction and commits. */
  <T> T call(Supplier<T> work) {
    try {
      return Objects.requireNonNull(template.execute(status -> work.get()));
    } catch (TransactionException e) {
      throw new DataAccessResourceFailureException("no transaction with the database", e);
    }
  }

  /** Runs the work in a new transaction and commits. */
  void run(Runnable work) {
    call(
        () -> {
          work.run();
          return true;
        });
  }
}
