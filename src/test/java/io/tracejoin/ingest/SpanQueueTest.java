package io.tracejoin.ingest;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

class SpanQueueTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<List<Span>> commits = new CopyOnWriteArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch atTheGate = new CountDownLatch(1);
  private @Nullable SpanQueue last;

  @AfterEach
  void stop() {
    gate.countDown();
    if (last != null) {
      last.stop();
    }
  }

  @Test
  void answersOnlyAfterTheCommit() throws Exception {
    SpanQueue queue = started(10_000, LONG, this::commitBehindTheGate);

    CompletableFuture<Integer> answer = queue.submit(List.of(span("a")), 100);

    assertThat(atTheGate.await(5, SECONDS)).isTrue();
    assertThat(answer).isNotDone();
    gate.countDown();
    answer.get(5, SECONDS);
    assertThat(commits).containsExactly(List.of(span("a")));
  }

  @Test
  void takesSpansAgainAfterItWasStoppedAndStarted() throws Exception {
    gate.countDown();
    SpanQueue queue = started(10_000, LONG, this::commitBehindTheGate);
    queue.stop();
    queue.start();

    queue.submit(List.of(span("a")), 100).get(5, SECONDS);

    assertThat(commits).containsExactly(List.of(span("a")));
  }

  @Test
  void commitsTogetherWhatWaitedForTheSameCommit() throws Exception {
    SpanQueue queue = started(10_000, LONG, this::commitBehindTheGate);
    CompletableFuture<Integer> first = queue.submit(List.of(span("a")), 100);
    assertThat(atTheGate.await(5, SECONDS)).isTrue();

    CompletableFuture<Integer> second = queue.submit(List.of(span("b")), 100);
    CompletableFuture<Integer> third = queue.submit(List.of(span("c"), span("d")), 100);
    gate.countDown();
    CompletableFuture.allOf(first, second, third).get(5, SECONDS);

    assertThat(commits)
        .containsExactly(List.of(span("a")), List.of(span("b"), span("c"), span("d")));
    assertThat(registry.get("tracejoin.ingest.spans").tag("result", "stored").counter().count())
        .isEqualTo(4);
  }

  @Test
  void splitsWhatIsMoreThanABatchButNeverAnExport() throws Exception {
    SpanQueue queue = queue(10_000, 1, 2, LONG, commits::add);
    CompletableFuture<Integer> first = queue.submit(List.of(span("a")), 1);
    CompletableFuture<Integer> second = queue.submit(List.of(span("b"), span("c"), span("d")), 1);
    CompletableFuture<Integer> third = queue.submit(List.of(span("e")), 1);
    queue.start();
    CompletableFuture.allOf(first, second, third).get(5, SECONDS);

    assertThat(commits).extracting(List::size).containsExactly(4, 1);
  }

  @Test
  void turnsAwayAtOnceWhatDoesNotFit() throws Exception {
    SpanQueue queue = started(1_000, LONG, this::commitBehindTheGate);
    CompletableFuture<Integer> large = queue.submit(List.of(span("a")), 5_000);

    assertThatThrownBy(() -> queue.submit(List.of(span("b")), 1).get())
        .cause()
        .isInstanceOfSatisfying(
            OverloadedException.class,
            it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
    gate.countDown();
    large.get(5, SECONDS);
    queue.submit(List.of(span("c")), 1).get(5, SECONDS);
    assertThat(registry.get("tracejoin.ingest.queue").gauge().value()).isZero();
  }

  @Test
  void aSpanCountsForMoreThanItsWireForm() {
    SpanQueue queue = queue(1_000, 1, 10, LONG, commits::add);
    queue.submit(List.of(span("a"), span("b"), span("c")), 30);

    assertThat(queue.submit(List.of(span("d"), span("e")), 20)).isCompletedExceptionally();
  }

  @Test
  void oneRefusedExportDoesNotFailTheOthersOfItsBatch() throws Exception {
    SpanQueue queue = queue(10_000, 1, 100, LONG, this::refuseBad);
    CompletableFuture<Integer> good = queue.submit(List.of(span("good")), 1);
    CompletableFuture<Integer> bad = queue.submit(List.of(span("bad")), 1);
    CompletableFuture<Integer> fine = queue.submit(List.of(span("fine")), 1);
    queue.start();

    good.get(5, SECONDS);
    fine.get(5, SECONDS);
    assertThat(bad.get(5, SECONDS)).isEqualTo(1);
    assertThat(commits).containsExactly(List.of(span("good")), List.of(span("fine")));
  }

  @Test
  void aRefusedSpanDoesNotKeepTheOthersOfItsExportOut() throws Exception {
    SpanQueue queue = started(10_000, LONG, this::refuseBad);
    List<Span> export = List.of(span("a"), span("b"), span("bad"), span("c"), span("bad"));

    assertThat(queue.submit(export, 1).get(5, SECONDS)).isEqualTo(2);

    assertThat(commits.stream().flatMap(List::stream))
        .containsExactly(span("a"), span("b"), span("c"));
    assertThat(registry.get("tracejoin.ingest.spans").tag("result", "refused").counter().count())
        .isEqualTo(2);
  }

  @Test
  void anExportOfBadSpansCostsABoundedNumberOfCommits() throws Exception {
    List<Integer> tried = new CopyOnWriteArrayList<>();
    SpanQueue queue =
        started(
            10_000,
            LONG,
            spans -> {
              tried.add(spans.size());
              throw new DataIntegrityViolationException("refused");
            });

    assertThat(queue.submit(java.util.Collections.nCopies(5_000, span("bad")), 1).get(9, SECONDS))
        .isEqualTo(5_000);
    assertThat(tried).hasSizeLessThan(250);
  }

  @Test
  void whatIsLeftOfADividedExportIsSentAgainWhenTheDatabaseGoesAway() {
    List<Integer> tried = new CopyOnWriteArrayList<>();
    SpanQueue queue =
        started(
            10_000,
            LONG,
            spans -> {
              tried.add(spans.size());
              throw tried.size() == 1
                  ? new DataIntegrityViolationException("refused")
                  : new DataAccessResourceFailureException("away");
            });

    assertThatThrownBy(() -> queue.submit(List.of(span("a"), span("b")), 1).get(5, SECONDS))
        .hasCauseInstanceOf(DataAccessResourceFailureException.class);
    assertThat(tried).containsExactly(2, 1);
  }

  @Test
  void doesNotTryOneByOneWhileTheDatabaseIsAway() {
    List<Integer> tried = new CopyOnWriteArrayList<>();
    SpanQueue queue =
        queue(
            10_000,
            1,
            100,
            LONG,
            spans -> {
              tried.add(spans.size());
              throw new DataAccessResourceFailureException("away");
            });
    CompletableFuture<Integer> first = queue.submit(List.of(span("a")), 1);
    CompletableFuture<Integer> second = queue.submit(List.of(span("b")), 1);
    queue.start();

    assertThatThrownBy(() -> first.get(5, SECONDS)).isInstanceOf(ExecutionException.class);
    assertThatThrownBy(() -> second.get(5, SECONDS))
        .cause()
        .isInstanceOf(DataAccessResourceFailureException.class);
    assertThat(tried).containsExactly(2);
  }

  @Test
  void aWriterSurvivesAnError() throws Exception {
    SpanQueue queue =
        started(
            10_000,
            LONG,
            spans -> {
              if (spans.contains(span("bad"))) {
                throw new StackOverflowError();
              }
            });

    assertThatThrownBy(() -> queue.submit(List.of(span("bad")), 1).get(5, SECONDS))
        .hasCauseInstanceOf(StackOverflowError.class);
    queue.submit(List.of(span("good")), 1).get(5, SECONDS);
  }

  @Test
  void tellsTheSenderToComeBackWhenItTakesTooLongAndForgetsWhatWaited() throws Exception {
    SpanQueue queue = started(10_000, Duration.ofMillis(50), this::commitBehindTheGate);
    CompletableFuture<Integer> inTheCommit = queue.submit(List.of(span("a")), 1);
    assertThat(atTheGate.await(5, SECONDS)).isTrue();
    CompletableFuture<Integer> waiting = queue.submit(List.of(span("b")), 1);

    assertThatThrownBy(inTheCommit::get).hasCauseInstanceOf(TimeoutException.class);
    assertThatThrownBy(waiting::get).hasCauseInstanceOf(TimeoutException.class);
    gate.countDown();
    queue.stop();

    assertThat(commits).containsExactly(List.of(span("a")));
    assertThat(registry.get("tracejoin.ingest.queue").gauge().value()).isZero();
  }

  @Test
  void drainsBeforeItStopsAndTakesNothingAfter() throws Exception {
    SpanQueue queue = queue(10_000, 2, 1, LONG, commits::add);
    CompletableFuture<Integer> first = queue.submit(List.of(span("a")), 1);
    CompletableFuture<Integer> second = queue.submit(List.of(span("b")), 1);
    queue.start();
    queue.stop();

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(queue.isRunning()).isFalse();
    assertThatThrownBy(() -> queue.submit(List.of(span("c")), 1).get())
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  private SpanQueue started(long bytes, Duration answerWithin, SpanStore store) {
    SpanQueue queue = queue(bytes, 1, 100, answerWithin, store);
    queue.start();
    return queue;
  }

  private SpanQueue queue(
      long bytes, int writers, int batchSpans, Duration answerWithin, SpanStore store) {
    last =
        new SpanQueue(
            store, IngestSettings.queue(bytes, writers, batchSpans, answerWithin), registry);
    return last;
  }

  private void commitBehindTheGate(List<Span> spans) {
    atTheGate.countDown();
    try {
      assertThat(gate.await(10, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    commits.add(spans);
  }

  private void refuseBad(List<Span> spans) {
    if (spans.contains(span("bad"))) {
      throw new DataIntegrityViolationException("refused");
    }
    commits.add(spans);
  }

  private static Span span(String name) {
    return new Span(
        new TraceId(1, 2),
        new SpanId(3),
        null,
        name,
        SpanKind.SERVER,
        0,
        0,
        1,
        SpanStatus.UNSET,
        new Resource("s", null, null, null, new UUID(0, 1)),
        "",
        Map.of(),
        List.of());
  }
}
