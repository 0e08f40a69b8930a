package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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
}
