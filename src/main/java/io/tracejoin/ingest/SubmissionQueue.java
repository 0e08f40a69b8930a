package io.tracejoin.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Submissions that wait, bounded in bytes. Those that were taken count until they are released:
 * they are on the heap as long.
 */
final class SubmissionQueue {

  /** What became of an offer. */
  enum Answer {
    TAKEN,
    FULL,
    CLOSED
  }

  private final long maxBytes;
  private final int batchSpans;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Submission> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean open = true;

  SubmissionQueue(long maxBytes, int batchSpans) {
    this.maxBytes = maxBytes;
    this.batchSpans = batchSpans;
  }

  /** Takes a submission if there is room. A single one larger than all is taken when alone. */
  Answer offer(Submission submission) {
    lock.lock();
    try {
      if (!open) {
        return Answer.CLOSED;
      }
      if (bytes > 0 && bytes + submission.bytes() > maxBytes) {
        return Answer.FULL;
      }
      waiting.add(submission);
      bytes += submission.bytes();
      changed.signal();
      return Answer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /** All that wait, up to about one batch; waits for the first. Empty: closed and drained. */
  List<Submission> take() {
    lock.lock();
    try {
      while (true) {
        List<Submission> batch = poll();
        if (!batch.isEmpty() || !open) {
          return batch;
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private List<Submission> poll() {
    List<Submission> batch = new ArrayList<>();
    int spans = 0;
    while (spans < batchSpans) {
      Submission next = waiting.poll();
      if (next == null) {
        break;
      }
      if (next.abandoned()) {
        bytes -= next.bytes();
      } else {
        batch.add(next);
        spans += next.spans().size();
      }
    }
    return batch;
  }

  void release(Submission submission) {
    lock.lock();
    try {
      bytes -= submission.bytes();
    } finally {
      lock.unlock();
    }
  }

  /** From now on submissions are taken, also after {@link #close()}. */
  void open() {
    lock.lock();
    try {
      open = true;
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing is taken; what waits can still be fetched. */
  void close() {
    lock.lock();
    try {
      open = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
