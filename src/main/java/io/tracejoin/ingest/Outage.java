package io.tracejoin.ingest;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells a database that is away from one that refuses what it was given. */
final class Outage {

  private Outage() {}

  /** True if the same spans may well be stored later: no use in trying them one by one. */
  static boolean is(Throwable failure) {
    return failure instanceof TransientDataAccessException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof NonTransientDataAccessResourceException
        || failure instanceof TransactionException;
  }

  /** True if the database refuses what a span holds: it will refuse it again. */
  static boolean isRefusal(Throwable failure) {
    return failure instanceof DataIntegrityViolationException;
  }

  /**
   * The failure in words for the log. A refusal is named by its type alone: its message may quote
   * the values that were refused.
   */
  static String describe(Throwable failure) {
    return is(failure) ? failure.toString() : failure.getClass().getName();
  }
}
