package io.tracejoin.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.TraceInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

class JoinLoopTest {

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final JoinSignal signal = new JoinSignal();

  @Test
  void goesOnAfterTheDatabaseWasAway() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(2);
    JoinLoop loop =
        loop(
            (max, join) -> {
              again.countDown();
              if (calls.incrementAndGet() == 1) {
                throw new DataAccessResourceFailureException("away");
              }
              return 0;
            });
    loop.start();

    assertThat(again.await(5, TimeUnit.SECONDS)).isTrue();
    loop.stop();
    assertThat(loop.isRunning()).isFalse();
  }

  @Test
  void triesAgainWhatWasSetAsideWhileItRuns() throws InterruptedException {
    CountDownLatch tried = new CountDownLatch(3);
    JoinLoop loop =
        loop(
            new JoinQueue() {
              @Override
              public int settle(int most, Function<TraceInput, List<JoinedRequest>> join) {
                return 0;
              }

              @Override
              public int retrySetAside() {
                tried.countDown();
                return 1;
              }
            });
    loop.start();

    assertThat(tried.await(10, TimeUnit.SECONDS)).isTrue();
    loop.stop();
  }

  @Test
  void goesOnAfterAnError() throws InterruptedException {
    CountDownLatch again = new CountDownLatch(2);
    JoinLoop loop =
        loop(
            (max, join) -> {
              again.countDown();
              throw new OutOfMemoryError("a batch too large");
            });
    loop.start();

    assertThat(again.await(5, TimeUnit.SECONDS)).isTrue();
    loop.stop();
  }

  @Test
  void countsATraceThatCannotBeJoinedAndGoesOn() {
    CountedJoin join =
        new CountedJoin(
            trace -> {
              throw new IllegalStateException("broken");
            },
            meters);

    assertThat(join.apply(trace())).isEmpty();
    assertThat(meters.counter("tracejoin.join.failed").count()).isEqualTo(1);
  }

  @Test
  void aSignalThatCameBeforeTheWaitEndsIt() throws InterruptedException {
    signal.raise();
    signal.await(Duration.ofDays(1));
  }

  @Test
  void givesWayToWorkThatGoesAheadUntilItEnds() throws InterruptedException {
    CountDownLatch gone = new CountDownLatch(1);
    Thread joiner =
        new Thread(
            () -> {
              try {
                signal.giveWay(Duration.ofDays(1));
                gone.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    String result =
        signal.ahead(
            () -> {
              joiner.start();
              Awaitility.await().until(() -> joiner.getState() == Thread.State.TIMED_WAITING);
              return gone.getCount() == 1 ? "waited" : "went on";
            });

    assertThat(result).isEqualTo("waited");
    assertThat(gone.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  @Timeout(60)
  void givesWayNoLongerThanItIsTold() {
    String result =
        signal.ahead(
            () -> {
              try {
                signal.giveWay(Duration.ofMillis(1));
                return "went on";
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    assertThat(result).isEqualTo("went on");
  }

  private JoinLoop loop(JoinQueue queue) {
    JoinProperties properties =
        new JoinProperties(10, 1, Duration.ofMinutes(15), Duration.ZERO, 10_000, 10_000);
    return new JoinLoop(
        queue, signal, trace -> List.of(), properties, Duration.ofMillis(200), meters);
  }

  private static TraceInput trace() {
    Mapping mapping =
        new Mapping(1, "m", 1, List.of(), Mapping.RootSelf.UNATTRIBUTED, Set.of(), Map.of());
    return new TraceInput(new UUID(1, 1), List.of(), List.of(), Map.of(), mapping);
  }
}
