package io.tracejoin.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Whether a token is asked for at all. */
@Component
final class AccessMode {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private final @Nullable Boolean declared;
  private final TokenStore store;
  private final Clock clock;
  private @Nullable Boolean anyToken;
  private Instant lookedAt = Instant.MIN;

  AccessMode(Environment environment, TokenStore store, Clock clock) {
    this.declared = Closed.declared(environment);
    this.store = store;
    this.clock = clock;
  }

  /** Whether the settings leave it to the tokens: open until there is one, on loopback alone. */
  boolean undeclared() {
    return declared == null;
  }

  /**
   * Whether everyone may do everything.
   *
   * @throws DataAccessException if that was never known and the database is away
   */
  boolean open() {
    return declared != null ? !declared : !anyToken();
  }

  /** Whether the service is open now and would not be with a token. */
  boolean closesWithFirstToken() {
    return declared == null && open();
  }

  /** There is a token from now on. */
  synchronized void tokenMade() {
    anyToken = true;
  }

  private synchronized boolean anyToken() {
    Boolean known = anyToken;
    if (Boolean.TRUE.equals(known)) {
      return true;
    }
    Instant now = clock.instant();
    if (known != null && now.isBefore(lookedAt.plus(LOOK_EVERY))) {
      return known;
    }
    return look(now, known);
  }

  private boolean look(Instant now, @Nullable Boolean known) {
    try {
      boolean any = store.any();
      anyToken = any;
      lookedAt = now;
      return any;
    } catch (DataAccessException e) {
      if (known == null) {
        throw e;
      }
      lookedAt = now;
      return known;
    }
  }
}
