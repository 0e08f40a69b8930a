package io.tracejoin.ingest.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;

/**
 * Weighs what a request unpacks to. An empty span is two bytes on the wire and more than a hundred
 * on the heap: the size alone does not bound the memory that a request takes.
 */
final class Weight {

  /** What 64 MiB of spans that say something weigh, and some room. */
  static final int MOST = 6_000_000;

  private static final int OF_SPAN = 4;
  private static final int OF_OTHERS = 1;

  /** Below this nothing can do harm, and weighing is not worth its time. */
  private static final int LIGHT_BYTES = 1 << 20;

  private static final int DEEPEST = 100;

  private int weight;

  /**
   * Looks through the bytes of a request.
   *
   * @throws Refusal if it unpacks to too much
   * @throws InvalidProtocolBufferException if it is no request
   */
  static void require(byte[] request) throws IOException {
    if (request.length > LIGHT_BYTES) {
      CodedInputStream in = CodedInputStream.newInstance(request);
      new Weight().walk(in, ExportTraceServiceRequest.getDescriptor(), 0);
    }
  }

  /** One span more. */
  void span() {
    add(OF_SPAN);
  }

  /** One value more. */
  void value() {
    add(OF_OTHERS);
  }

  private void walk(CodedInputStream in, Descriptor type, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new InvalidProtocolBufferException("nested too deep");
    }
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (field != null && isMessage(field, tag)) {
        walkInto(in, field.getMessageType(), depth);
      } else {
        add(field == null ? OF_OTHERS : 0); // what is unknown is kept too
        in.skipField(tag);
      }
    }
  }

  private void walkInto(CodedInputStream in, Descriptor type, int depth) throws IOException {
    add(type.getContainingType() == null && !isSpan(type) ? OF_OTHERS : OF_SPAN);
    int outer = in.pushLimit(in.readRawVarint32());
    walk(in, type, depth + 1);
    in.popLimit(outer);
  }

  private static boolean isSpan(Descriptor type) {
    return type == Span.getDescriptor();
  }

  private static boolean isMessage(FieldDescriptor field, int tag) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private void add(int more) {
    weight += more;
    if (weight > MOST) {
      throw Refusal.tooMany();
    }
  }
}
