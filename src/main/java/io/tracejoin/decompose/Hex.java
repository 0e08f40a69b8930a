package io.tracejoin.decompose;

import java.util.HexFormat;

/** The one check of identifiers written as hex digits. */
final class Hex {

  private Hex() {}

  static void require(String field, String text, int digits) {
    if (text.length() != digits) {
      throw new IllegalArgumentException(
          field + ": expected " + digits + " hex digits, got " + text.length() + base64Hint(text));
    }
    for (int i = 0; i < digits; i++) {
      if (!HexFormat.isHexDigit(text.charAt(i))) {
        throw new IllegalArgumentException(
            field + ": character " + (i + 1) + " is not a hex digit" + base64Hint(text));
      }
    }
  }

  private static String base64Hint(String text) {
    return text.endsWith("=")
        ? " characters ending in '=': looks like base64, OTLP/JSON wants hex"
        : "";
  }
}
