package io.tracejoin.decompose;

import java.util.Locale;

/**
 * What a time to first token is measured to; figures of different kinds are never merged (semantics
 * 5).
 */
public enum TtftKind {
  TOKEN,
  CHUNK,
  FIRST_BYTE;

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the code is none of the kinds
   */
  public static TtftKind parse(String code) {
    for (TtftKind kind : values()) {
      if (kind.code().equals(code)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "ttft_kind: '" + code + "' is none of token, chunk, first_byte");
  }
}
