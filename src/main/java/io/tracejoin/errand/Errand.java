package io.tracejoin.errand;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work that is done for one who asks. Whoever notices that the one has left abandons it; what
 * is running for it is stopped then, and nothing new is begun.
 *
 * <p>It is bound to the threads that work for it, so that what lies between the question and the
 * database need not pass it on.
 */
public final class Errand {

  private static final ThreadLocal<@Nullable Errand> CURRENT = new ThreadLocal<>();

  private final Set<Running> running = new HashSet<>();
  private boolean abandoned;

  /** Ends what it was given by. */
  public interface Scope extends AutoCloseable {
    @Override
    void close();
  }

  /** What the calling thread works for; empty where nobody waits for an answer. */
  public static Optional<Errand> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /**
   * To be called while something runs for the errand of the calling thread, if it has one.
   *
   * @param stop stops it; may be called more than once, by another thread, and never after the
   *     scope was closed
   * @throws AbandonedException if whoever asked has left already
   */
  public static Scope running(Runnable stop) {
    Errand errand = CURRENT.get();
    return errand == null ? () -> {} : errand.started(stop);
  }

  /** Binds the calling thread to this errand until it closes the scope. */
  public Scope bind() {
    Errand before = CURRENT.get();
    CURRENT.set(this);
    return () -> {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    };
  }

  private Scope started(Runnable stop) {
    Running one = new Running(stop);
    synchronized (this) {
      if (abandoned) {
        throw new AbandonedException();
      }
      running.add(one);
    }
    return () -> {
      synchronized (this) {
        running.remove(one);
      }
      one.end();
    };
  }

  /**
   * Stops all that runs. To be called again as long as the work goes on: between two statements
   * there is nothing to stop.
   */
  public void abandon() {
    List<Running> stopped;
    synchronized (this) {
      abandoned = true;
      stopped = new ArrayList<>(running);
    }
    stopped.forEach(Running::stop);
  }

  /** Whether whoever asked has left. */
  public synchronized boolean abandoned() {
    return abandoned;
  }

  /** One thing that runs; who ends it waits for a stop under way, which must not hit the next. */
  private static final class Running {

    private final Runnable stop;
    private boolean ended;

    Running(Runnable stop) {
      this.stop = stop;
    }

    synchronized void stop() {
      if (!ended) {
        stop.run();
      }
    }

    synchronized void end() {
      ended = true;
    }
  }
}
