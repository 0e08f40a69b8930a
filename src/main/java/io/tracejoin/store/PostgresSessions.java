package io.tracejoin.store;

import io.tracejoin.security.SessionStore;
import io.tracejoin.security.TokenHash;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Sign-ins in a table, swept when one is added. */
@Component
final class PostgresSessions implements SessionStore {

  private static final String SWEEP = "DELETE FROM access_session WHERE expires_at <= ?";
  private static final String ADD =
      "INSERT INTO access_session (hash, token_hash, expires_at) VALUES (?, ?, ?)";
  private static final String FIND =
      "SELECT token_hash FROM access_session WHERE hash = ? AND expires_at > ?";
  private static final String REMOVE = "DELETE FROM access_session WHERE hash = ?";

  private final JdbcTemplate jdbc;

  PostgresSessions(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void add(TokenHash session, TokenHash token, Instant now, Instant expiresAt) {
    jdbc.update(SWEEP, now.atOffset(ZoneOffset.UTC));
    jdbc.update(ADD, session.bytes(), token.bytes(), expiresAt.atOffset(ZoneOffset.UTC));
  }

  @Override
  public Optional<TokenHash> find(TokenHash session, Instant now) {
    return jdbc
        .query(
            FIND,
            (row, number) -> TokenHash.of(row.getBytes(1)),
            session.bytes(),
            now.atOffset(ZoneOffset.UTC))
        .stream()
        .findFirst();
  }

  @Override
  public void remove(TokenHash session) {
    jdbc.update(REMOVE, new Object[] {session.bytes()});
  }
}
