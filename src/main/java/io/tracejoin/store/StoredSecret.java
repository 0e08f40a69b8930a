package io.tracejoin.store;

import io.tracejoin.ingest.RequestKeySecret;
import java.security.SecureRandom;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Made by whichever process needs it first. */
@Component
final class StoredSecret implements RequestKeySecret {

  private static final String NAME = "request_id";
  private static final int BYTES = 32;

  private static final String MAKE =
      "INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING";
  private static final String FIND = "SELECT value FROM secret WHERE name = ?";

  private final JdbcTemplate jdbc;

  StoredSecret(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public byte[] get() {
    byte[] fresh = new byte[BYTES];
    new SecureRandom().nextBytes(fresh);
    jdbc.update(MAKE, NAME, fresh);
    return Objects.requireNonNull(jdbc.queryForObject(FIND, byte[].class, NAME));
  }
}
