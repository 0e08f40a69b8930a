package io.tracejoin.ingest.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/** Steps through protobuf's wire format. */
final class Wire {

  private static final int TYPE_BITS = 3;

  private Wire() {}

  /** The tag of a field that holds a message, a text or bytes. */
  static int message(int field) {
    return field << TYPE_BITS | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  /** The tag of a field that holds an enum or an integer of variable length. */
  static int varint(int field) {
    return field << TYPE_BITS | WireFormat.WIRETYPE_VARINT;
  }

  /** The tag of a field of eight bytes. */
  static int fixed64(int field) {
    return field << TYPE_BITS | WireFormat.WIRETYPE_FIXED64;
  }

  /** The tag of a field of four bytes. */
  static int fixed32(int field) {
    return field << TYPE_BITS | WireFormat.WIRETYPE_FIXED32;
  }

  /**
   * Begins a field that has a length.
   *
   * @return what {@link CodedInputStream#popLimit} takes at its end
   */
  static int enter(CodedInputStream in) throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  /** Skips a field; a group that ends where none began is an error. */
  static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that did not begin");
    }
  }
}
