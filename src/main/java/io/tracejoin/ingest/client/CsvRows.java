package io.tracejoin.ingest.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a stream into the rows and fields of RFC 4180 without making objects of them. Holds no more
 * than one row. Unlike a general CSV reader it knows where a body was cut off, and goes on after a
 * row that is broken or too long: that costs its first line alone.
 */
final class CsvRows {

  /** What was found. */
  enum Kind {
    ROW,
    /** A quote is missing or stands where none may. */
    BROKEN,
    /** Longer than allowed. */
    TOO_LONG,
    /** The body ends within a row. */
    CUT,
    /** Nothing more. */
    END
  }

  private static final int INITIAL = 64 * 1024;
  private static final int MOST_FIELDS = 1_000;

  private final InputStream in;
  private final int max;
  private byte[] buffer;
  private int pos;
  private int limit;
  private int start;
  private boolean full;

  private int fields;
  private int[] starts = new int[32];
  private int[] ends = new int[32];
  private boolean escaped;

  private long nextLine = 1;
  private long line;
  private boolean began;

  /**
   * @param max the most bytes of one row
   */
  CsvRows(InputStream in, int max) {
    this.in = in;
    this.max = max;
    this.buffer = new byte[Math.min(INITIAL, max + 1)];
  }

  /** Goes to the next row. What the accessors said of the one before is no longer valid. */
  Kind next() {
    skipByteOrderMark();
    skipEmptyLines();
    start = pos;
    line = nextLine;
    fields = 0;
    escaped = false;
    full = false;
    return more() ? row() : Kind.END;
  }

  /** How many fields the row has, from 1. */
  int fields() {
    return fields;
  }

  /** The bytes that hold the row. */
  byte[] bytes() {
    return buffer;
  }

  /** Where a field starts, without its quote. */
  int from(int field) {
    return start + starts[field];
  }

  /** Where a field ends, without its quote. */
  int to(int field) {
    return start + ends[field];
  }

  String text(int field) {
    String raw = new String(buffer, from(field), to(field) - from(field), StandardCharsets.UTF_8);
    return escaped ? raw.replace("\"\"", "\"") : raw;
  }

  /** The line on which the row starts, from 1. */
  long line() {
    return line;
  }

  private Kind row() {
    boolean valid = true;
    while (valid) {
      valid = fields < MOST_FIELDS && (more() && buffer[pos] == '"' ? quoted() : plain());
      if (!valid) {
        break;
      }
      if (!more()) {
        return full ? skipped(Kind.TOO_LONG) : Kind.CUT;
      }
      pos++;
      if (buffer[pos - 1] == '\n') {
        nextLine++;
        return pos - start > max ? Kind.TOO_LONG : Kind.ROW;
      }
    }
    if (full) {
      return skipped(Kind.TOO_LONG);
    }
    return skipped(more() || hasLineBreak() ? Kind.BROKEN : Kind.CUT);
  }

  private boolean plain() {
    int from = pos - start;
    while (more()) {
      int at = pos;
      byte[] bytes = buffer;
      while (at < limit && bytes[at] != ',' && bytes[at] != '\n') {
        at++;
      }
      pos = at;
      if (at < limit) {
        break;
      }
    }
    int end = pos;
    if (end > start + from && buffer[end - 1] == '\r' && more() && buffer[pos] == '\n') {
      end--;
    }
    field(from, end - start);
    return true;
  }

  private boolean quoted() {
    int from = ++pos - start;
    while (more()) {
      byte b = buffer[pos++];
      if (b == '\n') {
        nextLine++;
      } else if (b == '"') {
        if (!more() || buffer[pos] != '"') {
          field(from, pos - 1 - start);
          return endsField();
        }
        escaped = true;
        pos++;
      }
    }
    return false;
  }

  private boolean endsField() {
    if (more() && buffer[pos] == '\r') {
      pos++;
    }
    return !more() || buffer[pos] == ',' || buffer[pos] == '\n';
  }

  private void field(int from, int to) {
    if (fields == starts.length) {
      starts = Arrays.copyOf(starts, 2 * fields);
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    starts[fields] = from;
    ends[fields] = to;
    fields++;
  }

  private boolean hasLineBreak() {
    for (int i = start; i < pos; i++) {
      if (buffer[i] == '\n') {
        return true;
      }
    }
    return false;
  }

  /** Goes back to the end of the row's first line, or on to it. */
  private Kind skipped(Kind kind) {
    int held = pos;
    pos = start;
    while (pos < held && buffer[pos] != '\n') {
      pos++;
    }
    start = pos;
    while (more() && buffer[pos] != '\n') {
      pos++;
      start = pos;
    }
    if (more()) {
      pos++;
    }
    nextLine = line + 1;
    return kind;
  }

  private void skipEmptyLines() {
    start = pos;
    while (more() && (buffer[pos] == '\n' || buffer[pos] == '\r')) {
      nextLine += buffer[pos] == '\n' ? 1 : 0;
      pos++;
      start = pos;
    }
  }

  private void skipByteOrderMark() {
    if (began) {
      return;
    }
    began = true;
    while (limit < 3 && fill()) {}
    if (limit >= 3
        && buffer[0] == (byte) 0xef
        && buffer[1] == (byte) 0xbb
        && buffer[2] == (byte) 0xbf) {
      pos = 3;
    }
  }

  private boolean more() {
    return pos < limit || fill();
  }

  private boolean fill() {
    if (limit == buffer.length && !makeRoom()) {
      return false;
    }
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

  private boolean makeRoom() {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, limit - start);
      pos -= start;
      limit -= start;
      start = 0;
    } else if (buffer.length > max) {
      full = true;
      return false;
    } else {
      buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, max + 1L));
    }
    return true;
  }
}
