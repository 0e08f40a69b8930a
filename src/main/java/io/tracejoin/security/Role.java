package io.tracejoin.security;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a caller may do. */
public enum Role {
  /** Send spans, client records and what belongs to a run. */
  INGEST,
  /** Read everything but tokens and the audit log. */
  READ,
  /** Everything. */
  ADMIN;

  /** The name in files, claims and answers. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of this name, if there is one. */
  public static Optional<Role> parse(String code) {
    return Stream.of(values()).filter(it -> it.code().equals(code)).findFirst();
  }
}
