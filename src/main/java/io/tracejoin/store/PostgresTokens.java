package io.tracejoin.store;

import io.tracejoin.security.Role;
import io.tracejoin.security.Token;
import io.tracejoin.security.TokenHash;
import io.tracejoin.security.TokenStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Tokens in a table. */
@Component
final class PostgresTokens implements TokenStore {

  private static final String ADD =
      """
      INSERT INTO access_token (name, role, hash, created_at, created_by, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)
      RETURNING id, name, role, expires_at, created_at, created_by, last_used_at
      """;
  private static final String ALL =
      """
      SELECT id, name, role, expires_at, created_at, created_by, last_used_at
        FROM access_token WHERE revoked_at IS NULL ORDER BY id DESC
      """;
  private static final String FIND =
      "SELECT id, name, role, expires_at FROM access_token WHERE hash = ? AND revoked_at IS NULL";
  private static final String REVOKE =
      """
      UPDATE access_token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL
      RETURNING id, name, role, expires_at
      """;
  private static final String USED = "UPDATE access_token SET last_used_at = ? WHERE id = ?";
  private static final String ANY = "SELECT EXISTS (SELECT FROM access_token)";

  private final JdbcTemplate jdbc;

  PostgresTokens(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Stored add(Draft draft) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            ADD,
            (row, number) -> stored(row),
            draft.name(),
            draft.role().code(),
            draft.hash().bytes(),
            time(draft.createdAt()),
            draft.createdBy(),
            time(draft.expiresAt())));
  }

  @Override
  public Optional<Token> find(TokenHash hash) {
    return jdbc.query(FIND, (row, number) -> token(row), hash.bytes()).stream().findFirst();
  }

  @Override
  public List<Stored> all() {
    return jdbc.query(ALL, (row, number) -> stored(row));
  }

  @Override
  public Optional<Token> revoke(int id, Instant now) {
    return jdbc.query(REVOKE, (row, number) -> token(row), time(now), id).stream().findFirst();
  }

  @Override
  public void used(int id, Instant now) {
    jdbc.update(USED, time(now), id);
  }

  @Override
  public boolean any() {
    return Boolean.TRUE.equals(jdbc.queryForObject(ANY, Boolean.class));
  }

  private static Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        token(row),
        Objects.requireNonNull(instant(row, "created_at")),
        row.getString("created_by"),
        instant(row, "last_used_at"));
  }

  private static Token token(ResultSet row) throws SQLException {
    return new Token(
        row.getInt("id"),
        row.getString("name"),
        Role.parse(row.getString("role")).orElseThrow(),
        instant(row, "expires_at"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    @Nullable OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
