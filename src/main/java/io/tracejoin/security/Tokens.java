package io.tracejoin.security;

import io.tracejoin.security.TokenStore.Draft;
import io.tracejoin.security.TokenStore.Stored;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** All tokens, wherever they are kept. */
@Component
public final class Tokens {

  private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);
  private static final Duration USE_NOTED_EVERY = Duration.ofMinutes(1);

  private record LookedUp(Token token, Instant at) {}

  private final ConfiguredTokens configured;
  private final TokenStore store;
  private final AccessMode mode;
  private final SecurityProperties properties;
  private final Clock clock;
  private final Map<TokenHash, LookedUp> lookedUp = new Bounded<>();
  private final Map<Integer, Instant> used = new HashMap<>();

  Tokens(
      ConfiguredTokens configured,
      TokenStore store,
      AccessMode mode,
      SecurityProperties properties,
      Clock clock) {
    this.configured = configured;
    this.store = store;
    this.mode = mode;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * A new token with its secret.
   *
   * @param secret known to nobody else, and told once
   */
  public record Issued(Stored stored, String secret) {}

  /**
   * Makes a token. The first one closes a service that was open until then.
   *
   * @param expiresAt null: never
   * @throws IllegalArgumentException if the first of all tokens is not an administrator's: nobody
   *     could make another, or if it would have expired
   */
  public Issued issue(String name, Role role, @Nullable Instant expiresAt, String by) {
    Instant now = clock.instant();
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      throw new IllegalArgumentException("expires_at: lies in the past");
    }
    if (mode.closesWithFirstToken() && role != Role.ADMIN) {
      throw new IllegalArgumentException(
          "role: the first token closes the service, so it must be admin");
    }
    String secret = Secrets.token();
    Stored stored = store.add(new Draft(name, role, TokenHash.of(secret), now, by, expiresAt));
    mode.tokenMade();
    return new Issued(stored, secret);
  }

  /** Tokens that were made over the API, the newest first. */
  public List<Stored> all() {
    return store.all();
  }

  /** Revokes a token; other processes notice within {@code look-up-every}. */
  public Optional<Token> revoke(int id) {
    Optional<Token> revoked = store.revoke(id, clock.instant());
    synchronized (lookedUp) {
      lookedUp.values().removeIf(it -> Integer.valueOf(id).equals(it.token.id()));
    }
    return revoked;
  }

  /** What is known of this token without asking the database; empty: nothing yet. */
  Optional<Token> known(TokenHash hash) {
    LookedUp found;
    synchronized (lookedUp) {
      found = lookedUp.get(hash);
    }
    return found != null && clock.instant().isBefore(found.at.plus(properties.lookUpEvery()))
        ? Optional.of(found.token)
        : Optional.empty();
  }

  /** The token with this hash, wherever it is kept. */
  Optional<Token> find(TokenHash hash) {
    Optional<Token> found = configured.find(hash).or(() -> store.find(hash));
    synchronized (lookedUp) {
      found.ifPresentOrElse(
          it -> lookedUp.put(hash, new LookedUp(it, clock.instant())), () -> lookedUp.remove(hash));
    }
    return found;
  }

  /** Notes the use of a stored token, at most once a minute. */
  void used(Token token) {
    Integer id = token.id();
    if (id == null || !due(id)) {
      return;
    }
    try {
      store.used(id, clock.instant());
    } catch (DataAccessException e) {
      LOG.debug("the use of token {} is not noted", id, e);
    }
  }

  private boolean due(int id) {
    Instant now = clock.instant();
    synchronized (used) {
      Instant last = used.get(id);
      boolean due = last == null || !now.isBefore(last.plus(USE_NOTED_EVERY));
      if (due) {
        used.put(id, now);
      }
      return due;
    }
  }
}
