package io.tracejoin.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.decompose.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The bounded queue before the database. Exports that arrive while a commit runs are committed
 * together by the next one, so that the cost of a commit is shared by as many as wait for it.
 */
@Component
public final class SpanQueue implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);
  private static final Duration DRAIN = Duration.ofSeconds(20);

  private final SpanStore store;
  private final IngestProperties properties;
  private final SubmissionQueue queue;
  private final IngestMeters meters;
  private final List<Thread> writers = new ArrayList<>();

  /** A queue before this store. Nothing is written before {@link #start()}. */
  public SpanQueue(SpanStore store, IngestProperties properties, MeterRegistry registry) {
    this.store = store;
    this.properties = properties;
    this.queue = new SubmissionQueue(properties.queueBytes().toBytes(), properties.batchSpans());
    this.meters = new IngestMeters(registry, queue::bytes);
  }

  /**
   * Takes spans to be stored. Never blocks.
   *
   * @param bytes their size as received
   * @return completes when the spans are committed, with how many of them the database refused for
   *     what they hold: to send those again is of no use. Fails with {@link OverloadedException} if
   *     there is no room; with {@link TimeoutException} if it took too long (they may be stored all
   *     the same); with {@link IllegalStateException} while shutting down; else with what {@link
   *     SpanStore#store} threw
   */
  public CompletableFuture<Integer> submit(List<Span> spans, long bytes) {
    Submission submission = Submission.of(spans, bytes);
    switch (queue.offer(submission)) {
      case TAKEN ->
          submission
              .committed()
              .orTimeout(properties.answerWithin().toMillis(), TimeUnit.MILLISECONDS);
      case FULL -> {
        meters.overloaded(spans.size());
        submission
            .committed()
            .completeExceptionally(new OverloadedException(properties.retryAfter()));
      }
      case CLOSED ->
          submission.committed().completeExceptionally(new IllegalStateException("shutting down"));
    }
    return submission.committed();
  }

  private void writeUntilClosed() {
    for (List<Submission> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
      write(batch);
    }
  }

  private void write(List<Submission> batch) {
    Throwable failure = commit(spansOf(batch));
    if (failure == null) {
      batch.forEach(it -> succeed(it, 0));
    } else if (batch.size() > 1 && !Outage.is(failure)) {
      LOG.warn("a batch of {} exports was refused, each goes alone now", batch.size());
      batch.forEach(it -> write(List.of(it)));
    } else if (Outage.isRefusal(failure)) {
      divide(batch.get(0));
    } else {
      LOG.warn("{} exports not stored: {}", batch.size(), Outage.describe(failure));
      batch.forEach(it -> fail(it, failure));
    }
  }

  /** The spans that the database does not take must not keep the others of their export out. */
  private void divide(Submission submission) {
    DividedWrite write = new DividedWrite(this::commit);
    Throwable failure = write.all(submission.spans());
    if (failure != null) {
      LOG.warn("an export was not stored: {}", Outage.describe(failure));
      fail(submission, failure);
      return;
    }
    LOG.warn(
        "{} of {} spans of an export were refused", write.refused(), submission.spans().size());
    succeed(submission, write.refused());
  }

  private @Nullable Throwable commit(List<Span> spans) {
    try {
      meters.time(() -> store.store(spans));
      return null;
    } catch (Throwable failure) { // an Error too: senders wait, and the writer must live on
      return failure;
    }
  }

  private static List<Span> spansOf(List<Submission> batch) {
    if (batch.size() == 1) {
      return batch.get(0).spans();
    }
    List<Span> spans = new ArrayList<>(batch.stream().mapToInt(it -> it.spans().size()).sum());
    batch.forEach(it -> spans.addAll(it.spans()));
    return spans;
  }

  private void succeed(Submission submission, int refused) {
    queue.release(submission);
    meters.stored(submission.spans().size() - refused);
    meters.refused(refused);
    submission.committed().complete(refused);
  }

  private void fail(Submission submission, Throwable failure) {
    queue.release(submission);
    meters.failed(submission.spans().size());
    submission.committed().completeExceptionally(failure);
  }

  /** Begins to take and to write, also after {@link #stop()}: a context may be paused. */
  @Override
  public void start() {
    queue.open();
    for (int i = 1; i <= properties.writers(); i++) {
      Thread writer = new Thread(this::writeUntilClosed, "span-writer-" + i);
      writer.setDaemon(true);
      writer.start();
      writers.add(writer);
    }
  }

  /** Takes no more, and returns when all that waits is committed, at most after 20 s. */
  @Override
  public void stop() {
    queue.close();
    long deadline = System.nanoTime() + DRAIN.toNanos();
    try {
      for (Thread writer : writers) {
        writer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writers.clear();
  }

  @Override
  public boolean isRunning() {
    return !writers.isEmpty();
  }

  /** Started before the servers that fill it, stopped after them. */
  @Override
  public int getPhase() {
    return DEFAULT_PHASE - 4096;
  }
}
