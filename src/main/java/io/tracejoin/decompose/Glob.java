package io.tracejoin.decompose;

/**
 * A compiled name pattern: {@code *} stands for any run of characters, {@code ?} for one. Matched
 * without regular expressions and without backtracking over more than the last star.
 */
final class Glob {

  private enum Form {
    EXACT,
    PREFIX,
    SUFFIX,
    GENERAL
  }

  private final String pattern;
  private final Form form;
  private final String literal;

  private Glob(String pattern, Form form, String literal) {
    this.pattern = pattern;
    this.form = form;
    this.literal = literal;
  }

  static Glob of(String pattern) {
    int star = pattern.indexOf('*');
    if (pattern.indexOf('?') >= 0 || star != pattern.lastIndexOf('*')) {
      return new Glob(pattern, Form.GENERAL, "");
    }
    if (star < 0) {
      return new Glob(pattern, Form.EXACT, pattern);
    }
    if (star == pattern.length() - 1) {
      return new Glob(pattern, Form.PREFIX, pattern.substring(0, star));
    }
    return star == 0
        ? new Glob(pattern, Form.SUFFIX, pattern.substring(1))
        : new Glob(pattern, Form.GENERAL, "");
  }

  boolean matches(String text) {
    return switch (form) {
      case EXACT -> text.equals(literal);
      case PREFIX -> text.startsWith(literal);
      case SUFFIX -> text.endsWith(literal);
      case GENERAL -> general(text);
    };
  }

  private boolean general(String text) {
    int at = 0;
    int in = 0;
    int star = -1;
    int resume = 0;
    while (in < text.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        resume = in;
      } else if (at < pattern.length() && fits(pattern.charAt(at), text.charAt(in))) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++resume;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }

  private static boolean fits(char wanted, char found) {
    return wanted == '?' || wanted == found;
  }
}
