package io.tracejoin.join;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceJoin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Keeps the joiners of this process at work: whenever there is work, else looking ten times a
 * second.
 */
@Component
final class JoinLoop implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(JoinLoop.class);
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration LONGEST_WAY = Duration.ofMillis(500);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final int LOOKS_WHILE_LINGERING = 4;
  private static final Duration LAST_BATCH = Duration.ofSeconds(20);

  /** A replica of another version may have set aside what this one can store. */
  private static final Duration RETRY_SET_ASIDE = Duration.ofMinutes(15);

  private final JoinQueue queue;
  private final JoinSignal signal;
  private final Function<TraceInput, List<JoinedRequest>> join;
  private final int workers;
  private final int batchTraces;
  private final Duration linger;
  private final Counter joined;
  private final Duration retry;
  private final AtomicLong retryAt = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running;

  @Autowired
  JoinLoop(
      JoinQueue queue,
      JoinSignal signal,
      TraceJoin join,
      JoinProperties properties,
      MeterRegistry meters) {
    this(queue, signal, join::join, properties, RETRY_SET_ASIDE, meters);
  }

  JoinLoop(
      JoinQueue queue,
      JoinSignal signal,
      Function<TraceInput, List<JoinedRequest>> join,
      JoinProperties properties,
      Duration retry,
      MeterRegistry meters) {
    this.retry = retry;
    this.queue = queue;
    this.signal = signal;
    this.join = new CountedJoin(join, meters);
    this.workers = properties.workers();
    this.batchTraces = properties.batchTraces();
    this.linger = properties.linger();
    joined =
        Counter.builder("tracejoin.join.traces")
            .description("Traces joined, again or for the first time")
            .register(meters);
  }

  @Override
  public synchronized void start() {
    running = true;
    retryAt.set(System.nanoTime() + retry.toNanos());
    retrySetAside();
    for (int number = 1; number <= workers; number++) {
      Thread thread = new Thread(this::work, "join-" + number);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Lets the batches in hand end; what they do not finish is joined after the next start. */
  @Override
  public synchronized void stop() {
    running = false;
    for (Thread thread : threads) {
      signal.raise();
      waitFor(thread);
    }
    threads.clear();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Whether every joiner runs. */
  synchronized boolean allAtWork() {
    return running && threads.stream().allMatch(Thread::isAlive);
  }

  private void retrySetAside() {
    try {
      int rows = workers == 0 ? 0 : queue.retrySetAside();
      if (rows > 0) {
        LOG.warn("{} pieces of join work that were set aside are tried again", rows);
      }
    } catch (DataAccessException e) {
      LOG.warn("what was set aside stays so for now: {}", e.toString());
    }
  }

  /** One of the joiners does it. */
  private void retryWhenDue() {
    long due = retryAt.get();
    long now = System.nanoTime();
    if (now - due >= 0 && retryAt.compareAndSet(due, now + retry.toNanos())) {
      retrySetAside();
    }
  }

  private void work() {
    Duration pause = FIRST_PAUSE;
    while (running) {
      try {
        settle();
        pause = FIRST_PAUSE;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (ConcurrencyFailureException e) {
        LOG.debug("a batch met another joiner's and is tried again", e);
      } catch (Throwable e) { // an Error too: a joiner that dies is not missed until reports stand
        LOG.warn("no join for {} ms: {}", pause.toMillis(), e.toString());
        if (!sleep(pause)) {
          return;
        }
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
  }

  private void settle() throws InterruptedException {
    retryWhenDue();
    signal.giveWay(LONGEST_WAY);
    int traces = queue.settle(batchTraces, join);
    joined.increment(traces);
    if (traces == 0) {
      signal.await(IDLE);
      // What came just now lingers: to look at once, for each of many commits, would be for
      // nothing.
      Thread.sleep(Math.min(IDLE.toMillis(), linger.toMillis() / LOOKS_WHILE_LINGERING));
    }
  }

  /** Sleeps in short steps, so that a stop is noticed. False if the thread was interrupted. */
  private boolean sleep(Duration pause) {
    try {
      for (long left = pause.toMillis(); running && left > 0; left -= IDLE.toMillis()) {
        Thread.sleep(IDLE.toMillis());
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void waitFor(Thread thread) {
    try {
      thread.join(LAST_BATCH.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
