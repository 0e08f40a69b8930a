package io.tracejoin.ingest.otlp;

/** Makes texts from outside fit for PostgreSQL and for an answer. */
final class Texts {

  private static final int QUOTED = 100;

  private Texts() {}

  /**
   * The text, cut to so many UTF-16 units, with U+FFFD for what PostgreSQL cannot store (NUL) or
   * UTF-8 cannot carry (half a surrogate pair, which JSON can smuggle in and a cut can make).
   */
  static String storable(String text, int maxLength) {
    String cut = text.length() > maxLength ? text.substring(0, maxLength) : text;
    for (int i = 0; i < cut.length(); i++) {
      char c = cut.charAt(i);
      if (c == 0 || Character.isSurrogate(c)) {
        return repaired(cut);
      }
    }
    return cut;
  }

  private static String repaired(String text) {
    StringBuilder repaired = new StringBuilder(text.length());
    text.codePoints()
        .map(it -> it == 0 || (it >= 0xD800 && it <= 0xDFFF) ? 0xFFFD : it)
        .forEach(repaired::appendCodePoint);
    return repaired.toString();
  }

  /** A name from outside in quotes, short enough to be echoed, without control characters. */
  static String quote(String name) {
    String cut = storable(name, QUOTED);
    StringBuilder quoted = new StringBuilder(cut.length() + 2).append('"');
    cut.codePoints()
        .map(it -> Character.isISOControl(it) ? ' ' : it)
        .forEach(quoted::appendCodePoint);
    return quoted.append('"').toString();
  }
}
