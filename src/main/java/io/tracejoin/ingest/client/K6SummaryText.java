package io.tracejoin.ingest.client;

import java.util.regex.Pattern;

/** Texts of a summary, which scripts choose freely, in a form that can be stored. */
final class K6SummaryText {

  private static final int LONGEST = 256;

  /** NUL, which PostgreSQL refuses, and halves of surrogate pairs, which are no text. */
  private static final Pattern NO_TEXT = Pattern.compile("[\\x00\\p{Cs}]");

  private K6SummaryText() {}

  static String of(String text) {
    int end = text.length() <= LONGEST ? text.length() : text.offsetByCodePoints(0, LONGEST - 1);
    String whole = end < text.length() ? text.substring(0, end) + "…" : text;
    return NO_TEXT.matcher(whole).replaceAll("\ufffd");
  }
}
