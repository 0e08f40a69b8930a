package io.tracejoin.errand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ErrandTest {

  private final Errand errand = new Errand();
  private final AtomicInteger stops = new AtomicInteger();

  @Test
  void whatRunsIsStoppedAndWhatHasEndedIsNot() {
    try (Errand.Scope bound = errand.bind()) {
      Errand.Scope first = Errand.running(() -> stops.addAndGet(100));
      first.close();
      try (Errand.Scope second = Errand.running(stops::incrementAndGet)) {
        errand.abandon();
        errand.abandon();
      }
      errand.abandon();
    }

    assertThat(stops).hasValue(2);
  }

  @Test
  void nothingIsBegunForOneWhoHasLeft() {
    errand.abandon();

    try (Errand.Scope bound = errand.bind()) {
      assertThatThrownBy(() -> Errand.running(stops::incrementAndGet))
          .isInstanceOf(AbandonedException.class);
    }
    assertThat(stops).hasValue(0);
  }

  @Test
  void workThatNobodyAskedForRunsAsIfThereWereNone() {
    try (Errand.Scope scope = Errand.running(stops::incrementAndGet)) {
      errand.abandon();
    }
    assertThat(Errand.current()).isEmpty();
    assertThat(stops).hasValue(0);
  }

  @Test
  void whoEndsWaitsForAStopUnderWay() throws Exception {
    CountDownLatch stopping = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () -> {
              try (Errand.Scope bound = errand.bind()) {
                Errand.Scope scope =
                    Errand.running(
                        () -> {
                          stopping.countDown();
                          await(goOn);
                        });
                await(stopping);
                scope.close();
                ended.countDown();
              }
            });
    worker.start();
    Thread watcher =
        new Thread(
            () -> {
              while (stopping.getCount() > 0) {
                errand.abandon();
              }
            });
    // Abandoning before the work has begun would refuse it.
    while (worker.getState() != Thread.State.WAITING
        && worker.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    watcher.start();
    await(stopping);

    assertThat(ended.await(100, TimeUnit.MILLISECONDS)).isFalse();
    goOn.countDown();
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    watcher.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
