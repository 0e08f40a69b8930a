package io.tracejoin.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up a connection into which nothing can be written any more. The socket's timeout is one of
 * reading: towards a host that has gone silent, a write would wait for the quarter of an hour after
 * which the system gives up, and the writer of spans with it.
 */
final class StalledWrites implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StalledWrites.class);
  private static final int LOOKS = 4;

  private static final ScheduledExecutorService WATCH =
      Executors.newSingleThreadScheduledExecutor(
          it -> {
            Thread thread = new Thread(it, "stalled-writes");
            thread.setDaemon(true);
            return thread;
          });

  private final Connection connection;
  private final long patienceNanos;
  private final @Nullable Future<?> watch;
  private volatile long lastWrite = System.nanoTime();
  private boolean closed;

  private StalledWrites(Connection connection, int patienceMillis) {
    this.connection = connection;
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    long pause = Math.max(1, patienceMillis / LOOKS);
    this.watch =
        patienceMillis == 0
            ? null
            : WATCH.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.MILLISECONDS);
  }

  /** Watches until it is closed; the patience is the connection's own, with 0 for ever. */
  static StalledWrites watch(Connection connection) throws SQLException {
    return new StalledWrites(connection, connection.getNetworkTimeout());
  }

  /** Something was written; from now on it is waited again. */
  void written() {
    lastWrite = System.nanoTime();
  }

  private synchronized void look() {
    if (!closed && System.nanoTime() - lastWrite > patienceNanos) {
      closed = true;
      LOG.warn("the database takes nothing any more: its connection is given up");
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.warn("a connection cannot be given up: {}", e.getSQLState());
      }
    }
  }

  /** After this the connection is left alone. */
  @Override
  public synchronized void close() {
    closed = true;
    if (watch != null) {
      watch.cancel(false);
    }
  }
}
