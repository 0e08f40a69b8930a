package io.tracejoin.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Locks out addresses that try tokens. Of one process, with bounded memory. */
@Component
final class GuessingLimit {

  private record Guesses(int count, Instant since) {}

  private final Map<String, Guesses> byAddress = new Bounded<>();
  private final Clock clock;
  private final int most;
  private final Duration lockOut;

  GuessingLimit(SecurityProperties properties, Clock clock) {
    this.clock = clock;
    this.most = properties.guesses();
    this.lockOut = properties.lockOut();
  }

  /**
   * @throws Refused if the address has guessed too often
   */
  synchronized void require(String address) {
    Guesses guesses = byAddress.get(network(address));
    if (guesses != null && guesses.count >= most) {
      Duration left = Duration.between(clock.instant(), guesses.since.plus(lockOut));
      if (!left.isNegative() && !left.isZero()) {
        throw new Refused(Refused.Reason.LOCKED_OUT, left);
      }
      byAddress.remove(network(address));
    }
  }

  /** Counts a wrong token. The time out begins anew with the last guess that is counted. */
  synchronized void guessed(String address) {
    Instant now = clock.instant();
    Guesses before = byAddress.get(network(address));
    Guesses guesses =
        before == null || !now.isBefore(before.since.plus(lockOut))
            ? new Guesses(1, now)
            : new Guesses(before.count + 1, before.count + 1 >= most ? now : before.since);
    byAddress.put(network(address), guesses);
  }

  /** Whoever has one IPv6 address has 2^64 of them. */
  private static String network(String address) {
    String[] groups = address.split(":", -1);
    return groups.length <= 4 || address.contains("::ffff:") || address.startsWith("::")
        ? address
        : String.join(":", groups[0], groups[1], groups[2], groups[3]);
  }
}
