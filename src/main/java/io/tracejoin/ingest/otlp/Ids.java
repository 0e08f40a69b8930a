package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;

/** Identifiers as OTLP carries them: bytes, big-endian. */
final class Ids {

  static final int TRACE = 16;
  static final int SPAN = 8;

  private Ids() {}

  /** The eight bytes from there on, as one number. */
  static long number(ByteString id, int from) {
    long number = 0;
    for (int i = from; i < from + SPAN; i++) {
      number = number << 8 | id.byteAt(i) & 0xFF;
    }
    return number;
  }

  /** The parent's ID as a number; 0: none. Eight zero bytes are how some senders say so. */
  static long parent(ByteString id) {
    return id.isEmpty() ? 0 : number(id, 0);
  }
}
