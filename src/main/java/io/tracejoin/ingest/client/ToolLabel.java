package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/** Names out of a tool's file, as they may be stored. */
final class ToolLabel {

  private static final int LONGEST = 256;

  private ToolLabel() {}

  /** The name, cut to a sensible length; null for none. */
  static @Nullable String of(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    String printable = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    return printable.length() <= LONGEST ? printable : printable.substring(0, LONGEST);
  }
}
