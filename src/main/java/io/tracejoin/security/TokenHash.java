package io.tracejoin.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 of a secret: what is stored and looked up in its place. A slow hash would add nothing to
 * 256 random bits.
 *
 * @param hex 64 lower-case digits
 */
public record TokenHash(String hex) {

  /** Refuses what is no SHA-256. */
  public TokenHash {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("sha256: expected 64 lower-case hex digits");
    }
  }

  /** The hash of a secret as its owner sends it. */
  public static TokenHash of(String secret) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return new TokenHash(
          HexFormat.of().formatHex(sha256.digest(secret.getBytes(StandardCharsets.UTF_8))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The stored form. */
  public static TokenHash of(byte[] sha256) {
    return new TokenHash(HexFormat.of().formatHex(sha256));
  }

  /** For storing. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Takes the same time wherever the two differ. */
  boolean matches(TokenHash other) {
    return MessageDigest.isEqual(bytes(), other.bytes());
  }
}
