package io.tracejoin.ingest;

import java.util.UUID;

/**
 * By what the service knows spans of its own, exported by any replica and come back by any way.
 * Replicas share the secret of request IDs, and with it the mark; another service has another.
 */
public final class OwnOrigin {

  /** The resource attribute that holds the mark. */
  public static final String ATTRIBUTE = "tracejoin.origin";

  private static final String HASHED = "tracejoin-own-traces";

  private OwnOrigin() {}

  /**
   * The mark.
   *
   * @throws RuntimeException if what it is made with cannot be read now
   */
  public static String of(RequestKeys keys) {
    UUID mark = keys.of(HASHED);
    return mark == null ? "" : mark.toString();
  }

  /** Whether this value of the attribute is the mark. */
  public static boolean isOwn(String value, RequestKeys keys) {
    return !value.isEmpty() && value.equals(of(keys));
  }
}
