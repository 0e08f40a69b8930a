package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tracejoin.run.RunId;
import io.tracejoin.run.RunProgress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunEventsTest {

  private static final RunId RUN = new RunId("r1");

  @Test
  void aListenerTooManyIsRefused() {
    try (RunEvents events = new RunEvents((run, before) -> Optional.of(progress("open")))) {
      listenToAll(events);
      assertThatThrownBy(() -> events.listen(RUN))
          .isInstanceOf(TooManyListenersException.class)
          .hasMessageContaining("200");
    }
  }

  @Test
  void theEndOfARunMakesRoomForOthers() {
    try (RunEvents events = new RunEvents((run, before) -> Optional.of(progress("finished")))) {
      listenToAll(events);
      await().ignoreExceptions().until(() -> events.listen(RUN) != null);
    }
  }

  @Test
  void aRunThatIsRemovedLetsItsListenersGo() {
    try (RunEvents events = new RunEvents((run, before) -> Optional.empty())) {
      listenToAll(events);
      await().ignoreExceptions().until(() -> events.listen(RUN) != null);
    }
  }

  @Test
  void nobodyLooksAtARunThatNobodyListensTo() {
    AtomicInteger looks = new AtomicInteger();
    try (RunEvents events =
        new RunEvents(
            (run, before) -> {
              looks.incrementAndGet();
              return Optional.empty();
            })) {
      assertThat(looks).hasValue(0);
      events.listen(RUN);
      await().untilAtomic(looks, org.hamcrest.Matchers.greaterThan(0));
    }
  }

  private static void listenToAll(RunEvents events) {
    for (int i = 0; i < RunEvents.MOST_LISTENERS; i++) {
      events.listen(RUN);
    }
  }

  private static RunProgress progress(String state) {
    return new RunProgress("r1", state, 3, 10, 9, null, null, null);
  }
}
