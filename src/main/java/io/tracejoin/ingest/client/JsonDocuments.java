package io.tracejoin.ingest.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into JSON objects without reading them: a line each, elements of an array, or one
 * after the other over several lines, whichever it finds. Holds no more than one of them.
 *
 * <p>A broken object costs itself alone where that is possible: a line ends it once the body has
 * shown a whole object on a line, and so does an opening brace where JSON allows none.
 */
final class JsonDocuments {

  /** What was found. */
  enum Kind {
    /** Balanced from brace to brace; not yet known to be JSON. */
    OBJECT,
    /** The rest of a line, or an array element, that is no object. */
    TEXT,
    /** Longer than allowed, skipped. */
    TOO_LONG,
    /** Ended by a line break, or by the next object. */
    BROKEN,
    /** Longer than allowed and never closed: all that follows was taken for a part of it. */
    UNCLOSED,
    /** The body ends within an object. */
    CUT,
    /** Nothing more. */
    END
  }

  /** Knows some documents at sight, so that they need not be looked through. */
  @FunctionalInterface
  interface Sight {

    /**
     * Where the object ends that starts at {@code from}; {@code from} where that is not known, or
     * not all of it is there yet.
     */
    int end(byte[] bytes, int from, int limit);
  }

  private static final int INITIAL = 64 * 1024;
  private static final int LONGEST_AT_SIGHT = 4 * 1024;
  private static final int BOM = 0xefbbbf;

  private final InputStream in;
  private final int max;
  private final @Nullable Sight sight;
  private byte[] buffer;
  private int pos;
  private int limit;
  private int start;
  private int length;
  private boolean dropping;

  private long line = 1;
  private long startLine = 1;
  private long position;
  private long element;
  private boolean inArray;
  private boolean began;

  /** A whole object was followed by a line break: from now on a line stands for itself. */
  private boolean lineByLine;

  private boolean objectOnLine;

  /** Bit 0 is the innermost container's: 1 for an array. */
  private long containers;

  private int depth;
  private byte last;

  /**
   * @param max the most bytes of one document
   */
  JsonDocuments(InputStream in, int max) {
    this(in, max, null);
  }

  /**
   * @param max the most bytes of one document
   * @param sight is asked where an object ends; it must be right. Null where there is none
   */
  JsonDocuments(InputStream in, int max, @Nullable Sight sight) {
    this.in = in;
    this.max = max;
    this.sight = sight;
    this.buffer = new byte[Math.min(INITIAL, max + 1)];
  }

  /** Goes to the next document. What the accessors said of the one before is no longer valid. */
  Kind next() {
    skipByteOrderMark();
    while (skipSeparators()) {
      byte first = buffer[pos];
      begin();
      if (first == '{') {
        return object();
      }
      if (first == ']' && inArray) {
        inArray = false;
        pos++;
      } else if (first == '[' && !inArray && opensArray()) {
        inArray = true;
        element = 0;
      } else {
        return text();
      }
    }
    return Kind.END;
  }

  /** The bytes that hold the document, from {@link #offset()}, {@link #length()} long. */
  byte[] bytes() {
    return buffer;
  }

  int offset() {
    return start;
  }

  int length() {
    return length;
  }

  /** The line on which the document starts, from 1. */
  long line() {
    return startLine;
  }

  /** The number of the document's array element, from 1; 0 outside an array. */
  long element() {
    return inArray ? element : 0;
  }

  /** The line, or just a greater number where several documents share one: never the same twice. */
  long position() {
    return position;
  }

  /** Whether an array is open: at the end of the body, it was never closed. */
  boolean insideArray() {
    return inArray;
  }

  private void begin() {
    start = pos;
    startLine = line;
    position = Math.max(position + 1, line);
    element++;
    dropping = false;
  }

  private boolean skipSeparators() {
    while (more()) {
      byte b = buffer[pos];
      if (b == '\n') {
        line++;
        lineByLine |= objectOnLine && !inArray;
        objectOnLine = false;
      } else if (b != ' ' && b != '\t' && b != '\r' && b != ',') {
        return true;
      }
      pos++;
      start = pos;
    }
    return false;
  }

  /** Passes over a bracket if objects follow; leaves a text such as {@code [info]} alone. */
  private boolean opensArray() {
    for (int ahead = 1; ; ahead++) {
      if (!has(ahead) || buffer[pos + ahead] == '{' || buffer[pos + ahead] == ']') {
        pos++;
        position--;
        return true;
      }
      if (!blank(buffer[pos + ahead])) {
        return false;
      }
    }
  }

  private Kind object() {
    if (sight != null && isAtSight(sight)) {
      return whole();
    }
    depth = 0;
    containers = 0;
    while (more()) {
      byte b = buffer[pos];
      if (b == '"') {
        if (!string()) {
          return endsInString();
        }
      } else if (b == '{' || b == '[') {
        if (b == '{' && depth > 0 && !valueMayFollow()) {
          return brokenByBrace();
        }
        containers = (containers << 1) | (b == '[' ? 1 : 0);
        depth++;
        pos++;
      } else if (b == '}' || b == ']') {
        containers >>>= 1;
        depth--;
        pos++;
        if (depth == 0) {
          return whole();
        }
      } else {
        pos++;
        if (b == '\n' && endsAtNewLine()) {
          return dropping ? Kind.TOO_LONG : Kind.BROKEN;
        }
      }
      last = blank(b) ? last : b;
    }
    return dropping ? Kind.UNCLOSED : Kind.CUT;
  }

  /**
   * Passes over an object that is known at sight. A line that is cut by the buffer is completed.
   */
  private boolean isAtSight(Sight known) {
    int end = known.end(buffer, pos, limit);
    while (end == pos && limit - pos < LONGEST_AT_SIGHT && !lineEndIsThere() && has(limit - pos)) {
      end = known.end(buffer, pos, limit);
    }
    boolean found = end > pos;
    pos = end;
    return found;
  }

  private boolean lineEndIsThere() {
    for (int i = pos; i < limit; i++) {
      if (buffer[i] == '\n') {
        return true;
      }
    }
    return false;
  }

  private boolean endsAtNewLine() {
    line++;
    return lineByLine && !inArray;
  }

  private boolean valueMayFollow() {
    return (containers & 1) == 1 ? last == '[' || last == ',' : last == ':';
  }

  /** Passes over a string; false where a line break or the end comes before its end. */
  private boolean string() {
    pos++;
    while (more()) {
      byte b = buffer[pos];
      if (b == '\n') {
        return false;
      }
      pos++;
      if (b == '"') {
        return true;
      }
      if (b == '\\' && more() && buffer[pos] != '\n') {
        pos++;
      }
    }
    return false;
  }

  private Kind endsInString() {
    if (pos == limit) {
      return dropping ? Kind.UNCLOSED : Kind.CUT;
    }
    if (line != startLine) {
      skipToLineOfObject();
    }
    return dropping ? Kind.TOO_LONG : Kind.BROKEN;
  }

  private Kind brokenByBrace() {
    if (!inArray && !atLineStart()) {
      skipLine();
    }
    return Kind.BROKEN;
  }

  private boolean atLineStart() {
    for (int i = pos - 1; i >= start; i--) {
      if (buffer[i] == '\n') {
        return true;
      }
      if (!blank(buffer[i])) {
        return false;
      }
    }
    return false;
  }

  private Kind whole() {
    length = pos - start;
    objectOnLine = line == startLine;
    return dropping || length > max ? Kind.TOO_LONG : Kind.OBJECT;
  }

  private Kind text() {
    while (more() && buffer[pos] != '\n' && !endsElement(buffer[pos])) {
      pos++;
    }
    length = pos - start;
    return dropping || length > max ? Kind.TOO_LONG : Kind.TEXT;
  }

  private boolean endsElement(byte b) {
    return inArray && (b == ',' || b == ']');
  }

  private void skipLine() {
    while (more() && buffer[pos] != '\n') {
      pos++;
    }
  }

  private void skipToLineOfObject() {
    while (more()) {
      skipLine();
      if (more()) {
        pos++;
        line++;
      }
      while (more() && (buffer[pos] == ' ' || buffer[pos] == '\t')) {
        pos++;
      }
      if (more() && buffer[pos] == '{') {
        return;
      }
    }
  }

  private static boolean blank(byte b) {
    return b >= 0 && b <= ' ';
  }

  private void skipByteOrderMark() {
    if (began) {
      return;
    }
    began = true;
    if (has(2)
        && (((buffer[0] & 0xff) << 16) | ((buffer[1] & 0xff) << 8) | (buffer[2] & 0xff)) == BOM) {
      pos += 3;
    }
    start = pos;
  }

  private boolean more() {
    return pos < limit || has(0);
  }

  /** Whether there is a byte so many places ahead; reads until it is there. */
  private boolean has(int ahead) {
    while (pos + ahead >= limit) {
      if (!fill()) {
        return false;
      }
    }
    return true;
  }

  private boolean fill() {
    makeRoom();
    try {
      int got = in.read(buffer, limit, buffer.length - limit);
      if (got > 0) {
        limit += got;
      }
      return got > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeRoom() {
    if (limit < buffer.length) {
      return;
    }
    if (pos - start > max) {
      dropping = true;
      start = pos;
    }
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, limit - start);
      pos -= start;
      limit -= start;
      start = 0;
    } else {
      buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, max + 2L));
    }
  }
}
