package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestRateTest {

  private static final Caller ONE = new Caller("1", "one", Set.of(Role.READ));
  private static final Caller OTHER = new Caller("2", "other", Set.of(Role.READ));

  @Test
  void aCallerThatAsksTooOftenIsToldWhenToComeBack() {
    RequestRate rate = new RequestRate(Settings.rate(1));

    assertThatThrownBy(() -> ask(rate, ONE, 500))
        .isInstanceOfSatisfying(
            Refused.class,
            it -> {
              assertThat(it.httpStatus()).isEqualTo(429);
              assertThat(it.retryAfter()).isPositive();
            });
    ask(rate, OTHER, 2);
  }

  @Test
  void noneIsBoundedAtZeroAndNobodyIsOnAnOpenService() {
    ask(new RequestRate(Settings.rate(0)), ONE, 500);
    ask(new RequestRate(Settings.rate(1)), Caller.ANYONE, 500);
  }

  private static void ask(RequestRate rate, Caller caller, int times) {
    for (int i = 0; i < times; i++) {
      rate.require(caller);
    }
  }
}
