package io.tracejoin.security;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token, without its secret.
 *
 * @param id of a stored token; null of one from the settings or a file
 * @param expiresAt from then on it is refused; null: never
 */
public record Token(@Nullable Integer id, String name, Role role, @Nullable Instant expiresAt) {

  boolean expired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }
}
