package io.tracejoin.security;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes secrets of 256 random bits. */
final class Secrets {

  /** Known to those who scan repositories and logs for secrets that were left there. */
  static final String TOKEN_PREFIX = "tj_";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private Secrets() {}

  static String token() {
    return TOKEN_PREFIX + random();
  }

  static String session() {
    return random();
  }

  private static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
