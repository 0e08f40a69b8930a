package io.tracejoin.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import org.junit.jupiter.api.Test;
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

  private JoinLoop loop(JoinQueue queue) {
    JoinProperties properties = new JoinProperties(10, 1, Duration.ofMinutes(15), 10_000, 10_000);
    return new JoinLoop(queue, signal, trace -> List.of(), properties, meters);
  }

  private static TraceInput trace() {
    Mapping mapping =
        new Mapping(1, "m", 1, List.of(), Mapping.RootSelf.UNATTRIBUTED, Set.of(), Map.of());
    return new TraceInput(new UUID(1, 1), List.of(), List.of(), Map.of(), mapping);
  }
}
