package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.trace.v1.Span.Event;
import io.opentelemetry.proto.trace.v1.Span.Link;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the spans of a request off its bytes, one after the other into the same fields. */
final class PackedSpan {

  private static final int TRACE_ID = Wire.message(1);
  private static final int SPAN_ID = Wire.message(2);
  private static final int TRACE_STATE = Wire.message(3);
  private static final int PARENT_SPAN_ID = Wire.message(4);
  private static final int NAME = Wire.message(5);
  private static final int KIND = Wire.varint(6);
  private static final int START = Wire.fixed64(7);
  private static final int END = Wire.fixed64(8);
  private static final int ATTRIBUTES = Wire.message(9);
  private static final int EVENTS = Wire.message(11);
  private static final int LINKS = Wire.message(13);
  private static final int STATUS = Wire.message(15);
  private static final int FLAGS = Wire.fixed32(16);
  private static final int NONE = -1;

  private final byte[] body;
  private final ByteBuffer longs;
  private final CodedInputStream in;
  private final SpanReader reader;
  private final PackedAttributes attributes;
  private final ByteCache<String> names;

  private int traceId;
  private int spanId;
  private int parentId;
  private int nameFrom;
  private int nameTo;
  private int kind;
  private long start;
  private long end;
  private int attributesFrom;
  private int attributesTo;
  private final List<Event> events = new ArrayList<>();
  private boolean hasStatus;
  private int status;
  private int flags;
  private boolean usual;

  PackedSpan(byte[] body, CodedInputStream in, SpanReader reader, SeenBefore seen) {
    this.body = body;
    this.longs = ByteBuffer.wrap(body);
    this.in = in;
    this.reader = reader;
    this.attributes = new PackedAttributes(body, reader.attributes(), seen);
    this.names = seen.names();
  }

  /**
   * Reads up to the stream's limit.
   *
   * @return whether the span is valid and usual: else the generated class must read it
   */
  boolean read() throws IOException {
    reset();
    int before = in.getTotalBytesRead();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      field(tag, before);
      before = in.getTotalBytesRead();
    }
    return usual
        && traceId != NONE
        && spanId != NONE
        && (longs.getLong(traceId) | longs.getLong(traceId + Ids.SPAN)) != 0
        && longs.getLong(spanId) != 0
        && start >= 0
        && end >= start;
  }

  private void reset() {
    traceId = NONE;
    spanId = NONE;
    parentId = NONE;
    nameFrom = NONE;
    nameTo = NONE;
    kind = 0;
    start = 0;
    end = 0;
    attributesFrom = NONE;
    attributesTo = NONE;
    events.clear();
    hasStatus = false;
    status = 0;
    flags = 0;
    usual = true;
  }

  /**
   * @param before where its tag begins
   */
  private void field(int tag, int before) throws IOException {
    if (tag == ATTRIBUTES) {
      attribute(before);
    } else if (tag == START) {
      start = in.readRawLittleEndian64();
    } else if (tag == END) {
      end = in.readRawLittleEndian64();
    } else if (tag == TRACE_ID) {
      traceId = id(Ids.TRACE);
    } else if (tag == SPAN_ID) {
      spanId = id(Ids.SPAN);
    } else if (tag == PARENT_SPAN_ID) {
      parentId = id(Ids.SPAN);
    } else if (tag == NAME) {
      name();
    } else if (tag == KIND) {
      kind = in.readRawVarint32();
    } else if (tag == FLAGS) {
      flags = in.readRawLittleEndian32();
    } else if (tag == STATUS) {
      status();
    } else if (tag == EVENTS) {
      events.add(Event.parseFrom(slice()));
    } else if (tag == LINKS) {
      Link.parseFrom(slice());
    } else if (tag == TRACE_STATE) {
      in.readStringRequireUtf8();
    } else {
      Wire.skip(in, tag);
    }
  }

  /** Where the ID begins; one of another length is for the generated class to judge. */
  private int id(int length) throws IOException {
    int received = in.readRawVarint32();
    int from = in.getTotalBytesRead();
    in.skipRawBytes(received);
    if (received == length) {
      return from;
    }
    usual = false;
    return NONE;
  }

  private void name() throws IOException {
    usual &= nameFrom == NONE;
    int length = in.readRawVarint32();
    nameFrom = in.getTotalBytesRead();
    in.skipRawBytes(length);
    nameTo = in.getTotalBytesRead();
  }

  private void attribute(int before) throws IOException {
    if (attributesFrom == NONE) {
      attributesFrom = before;
    } else {
      usual &= attributesTo == before;
    }
    in.skipRawBytes(in.readRawVarint32());
    attributesTo = in.getTotalBytesRead();
  }

  private void status() throws IOException {
    usual &= !hasStatus;
    hasStatus = true;
    status = Status.parseFrom(slice()).getCodeValue();
  }

  private ByteBuffer slice() throws IOException {
    int length = in.readRawVarint32();
    int from = in.getTotalBytesRead();
    in.skipRawBytes(length);
    return ByteBuffer.wrap(body, from, length);
  }

  /**
   * The span that was read.
   *
   * @throws InvalidProtocolBufferException if a name or an attribute is none
   */
  Span made(Resource resource, String scope) throws IOException {
    Map<String, Object> kept =
        attributesFrom == NONE ? attributes.none() : attributes.read(attributesFrom, attributesTo);
    long parent = parentId == NONE ? 0 : longs.getLong(parentId);
    return new Span(
        new TraceId(longs.getLong(traceId), longs.getLong(traceId + Ids.SPAN)),
        new SpanId(longs.getLong(spanId)),
        parent == 0 ? null : new SpanId(parent),
        nameFrom == NONE ? "" : nameText(),
        SpanKind.of(kind),
        flags,
        start,
        end,
        SpanStatus.of(status),
        resource,
        scope,
        kept,
        reader.events(events),
        reader.attributes().requestKeys());
  }

  private String nameText() throws InvalidProtocolBufferException {
    String known = names.get(body, nameFrom, nameTo);
    if (known != null) {
      return known;
    }
    ByteString bytes = ByteString.copyFrom(body, nameFrom, nameTo - nameFrom);
    if (!bytes.isValidUtf8()) {
      throw new InvalidProtocolBufferException("a name is no UTF-8");
    }
    String received = bytes.toStringUtf8();
    String name = reader.name(received);
    if (name.equals(received)) {
      names.put(body, nameFrom, nameTo, name);
    }
    return name;
  }
}
