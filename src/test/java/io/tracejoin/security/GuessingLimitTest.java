package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuessingLimitTest {

  private final TestClock clock = new TestClock();
  private final GuessingLimit limit =
      new GuessingLimit(Settings.guesses(3, Duration.ofMinutes(1)), clock);

  @Test
  void anAddressIsLockedOutAfterItsGuessesAndNoOther() {
    guess("10.0.0.1", 3);

    assertThatThrownBy(() -> limit.require("10.0.0.1"))
        .isInstanceOfSatisfying(
            Refused.class,
            it -> {
              assertThat(it.httpStatus()).isEqualTo(429);
              assertThat(it.retryAfter()).isEqualTo(Duration.ofMinutes(1));
            });
    assertThatCode(() -> limit.require("10.0.0.2")).doesNotThrowAnyException();
  }

  @Test
  void theLockOutEnds() {
    guess("10.0.0.1", 3);
    clock.forward(Duration.ofSeconds(60));

    assertThatCode(() -> limit.require("10.0.0.1")).doesNotThrowAnyException();
    guess("10.0.0.1", 2);
    assertThatCode(() -> limit.require("10.0.0.1")).doesNotThrowAnyException();
  }

  @Test
  void guessesFarApartDoNotAddUp() {
    for (int i = 0; i < 20; i++) {
      guess("10.0.0.1", 1);
      clock.forward(Duration.ofSeconds(40));
    }

    assertThatCode(() -> limit.require("10.0.0.1")).doesNotThrowAnyException();
  }

  @Test
  void theAddressesOfOneNetworkCountTogether() {
    guess("2001:db8:1:2:aaaa::1", 1);
    guess("2001:db8:1:2:bbbb::2", 1);
    guess("2001:db8:1:2:cccc::3", 1);

    assertThatThrownBy(() -> limit.require("2001:db8:1:2:dddd::4")).isInstanceOf(Refused.class);
    assertThatCode(() -> limit.require("2001:db8:1:3::1")).doesNotThrowAnyException();
  }

  @Test
  void memoryIsBounded() {
    Bounded<Integer, Integer> bounded = new Bounded<>();
    for (int i = 0; i < 20_000; i++) {
      bounded.put(i, i);
    }

    assertThat(bounded).hasSize(10_000).containsKey(19_999);
  }

  private void guess(String address, int times) {
    for (int i = 0; i < times; i++) {
      limit.guessed(address);
    }
  }
}
