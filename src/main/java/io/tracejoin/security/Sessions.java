package io.tracejoin.security;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Browsers that are signed in. A session stands for its token: when that is revoked or expires, it
 * ends as well. Kept in the database, so that any replica knows it.
 */
@Component
final class Sessions {

  private record LookedUp(TokenHash token, Instant until) {}

  private final SessionStore store;
  private final SecurityProperties properties;
  private final Clock clock;
  private final Map<TokenHash, LookedUp> lookedUp = new Bounded<>();

  Sessions(SessionStore store, SecurityProperties properties, Clock clock) {
    this.store = store;
    this.properties = properties;
    this.clock = clock;
  }

  /** Signs in with a token that was checked. Returns the session's secret. */
  String begin(TokenHash token) {
    String secret = Secrets.session();
    Instant now = clock.instant();
    store.add(TokenHash.of(secret), token, now, now.plus(properties.sessionLife()));
    return secret;
  }

  /** The token that a session was begun with. */
  Optional<TokenHash> token(String secret) {
    TokenHash session = TokenHash.of(secret);
    Instant now = clock.instant();
    synchronized (lookedUp) {
      LookedUp known = lookedUp.get(session);
      if (known != null && now.isBefore(known.until)) {
        return Optional.of(known.token);
      }
    }
    Optional<TokenHash> found = store.find(session, now);
    synchronized (lookedUp) {
      found.ifPresent(
          it -> lookedUp.put(session, new LookedUp(it, now.plus(properties.lookUpEvery()))));
    }
    return found;
  }

  /** Signs out; other processes notice within {@code look-up-every}. */
  void end(String secret) {
    TokenHash session = TokenHash.of(secret);
    store.remove(session);
    synchronized (lookedUp) {
      lookedUp.remove(session);
    }
  }
}
