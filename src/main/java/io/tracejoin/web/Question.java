package io.tracejoin.web;

import io.tracejoin.errand.Errand;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.Request;
import org.apache.coyote.ActionCode;

/**
 * One request without a body while it is answered. Whether the asker is still there is seen by
 * reading, without waiting, what comes after the request: nothing, the next request (which stays
 * for it in the container's buffer), or the end.
 */
final class Question {

  /** Shorter ones are not looked at: that would cost more than it saves. */
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  private static final int END_OR_ONE_BYTE = 1;

  private final Request request;
  private final Errand errand = new Errand();
  private final long start = System.nanoTime();
  private boolean ended;
  private boolean maybeGone;
  private boolean gone;

  Question(Request request) {
    this.request = request;
  }

  Errand errand() {
    return errand;
  }

  /** After this the container reads the connection itself. */
  synchronized void end() {
    ended = true;
  }

  /** Looks, and abandons the errand if nobody is there; true where that is new. */
  boolean look() {
    boolean before;
    synchronized (this) {
      // Whoever is written to is noticed by that.
      if (ended || request.getResponse().isCommitted() || System.nanoTime() - start < SHORT_NANOS) {
        return false;
      }
      before = gone;
      gone = gone || hasLeft();
    }
    if (gone) {
      errand.abandon();
    }
    return gone && !before;
  }

  /** A byte that is there is read once and not again; an end is found by every look. */
  private boolean hasLeft() {
    org.apache.coyote.Request connection = request.getCoyoteRequest();
    connection.action(ActionCode.AVAILABLE, true);
    boolean end = connection.getAvailable() == END_OR_ONE_BYTE;
    boolean twice = end && maybeGone;
    maybeGone = end;
    return twice;
  }
}
