package io.tracejoin.security;

import java.util.EnumSet;
import java.util.Set;

/**
 * Who asks.
 *
 * @param key tells callers apart; no secret
 * @param name for people and the audit log
 */
public record Caller(String key, String name, Set<Role> roles) {

  /** Whoever asks a service that is open. */
  static final Caller ANYONE = new Caller("anyone", "anyone", EnumSet.allOf(Role.class));

  /** Copies the roles. */
  public Caller {
    roles = Set.copyOf(roles);
  }

  /** Whether one of these roles, or the administrator's, is the caller's. */
  boolean may(Set<Role> needed) {
    return roles.contains(Role.ADMIN) || needed.stream().anyMatch(roles::contains);
  }
}
