package io.tracejoin.security;

import java.time.Instant;
import java.util.Optional;

/** Sign-ins of browsers. All methods fail with a {@code DataAccessException} without a database. */
public interface SessionStore {

  /** Stores a sign-in, and forgets those that have ended. */
  void add(TokenHash session, TokenHash token, Instant now, Instant expiresAt);

  /** The token that was signed in with. */
  Optional<TokenHash> find(TokenHash session, Instant now);

  /** Signs out. */
  void remove(TokenHash session);
}
