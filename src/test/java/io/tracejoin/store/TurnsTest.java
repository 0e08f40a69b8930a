package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

class TurnsTest {

  private final Turns turns = new Turns(1, Duration.ofMillis(20));

  @Test
  void whoWaitsTooLongIsSentAway() {
    assertThatThrownBy(() -> turns.take(() -> turns.take(() -> 1)))
        .isInstanceOf(TransientDataAccessResourceException.class);
  }

  @Test
  void aTurnEndsWithItsWorkAlsoWhereThatFails() {
    assertThatThrownBy(
            () ->
                turns.take(
                    () -> {
                      throw new IllegalStateException("failed");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(turns.<Integer>take(() -> 2)).isEqualTo(2);
  }

  @Test
  void whoLeavesWhileWaitingGivesTheWaitUpAndLeavesNoInterruptBehind() {
    Turns patient = new Turns(1, Duration.ofMinutes(1));
    Errand errand = new Errand();
    try (Errand.Scope ignored = errand.bind()) {
      assertThatThrownBy(
              () ->
                  patient.take(
                      () -> {
                        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)
                            .execute(errand::abandon);
                        return patient.take(() -> 1);
                      }))
          .isInstanceOf(AbandonedException.class);
    }

    assertThat(Thread.interrupted()).isFalse();
    assertThat(patient.<Integer>take(() -> 2)).isEqualTo(2);
  }
}
