package io.tracejoin.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stored tokens. All methods fail with a {@code DataAccessException} if the database is away. */
public interface TokenStore {

  /**
   * A stored token with its history.
   *
   * @param createdBy name of the caller
   * @param lastUsedAt to the minute; null: never
   */
  record Stored(Token token, Instant createdAt, String createdBy, @Nullable Instant lastUsedAt) {}

  /**
   * A token to store.
   *
   * @param createdBy name of the caller
   */
  record Draft(
      String name,
      Role role,
      TokenHash hash,
      Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt) {}

  /** Stores a token and gives it a number. */
  Stored add(Draft draft);

  /** The token with this hash, unless it was revoked. */
  Optional<Token> find(TokenHash hash);

  /** Tokens that were not revoked, the newest first. */
  List<Stored> all();

  /**
   * Revokes a token.
   *
   * @return the token; empty if there is none that is not revoked
   */
  Optional<Token> revoke(int id, Instant now);

  /** Notes the use of a token. */
  void used(int id, Instant now);

  /** Whether there ever was a token, revoked ones included. */
  boolean any();
}
