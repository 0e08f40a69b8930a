package io.tracejoin.ingest.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracejoin.decompose.Resource;
import java.io.IOException;
import java.util.Map;

/**
 * Reads spans off the bytes of a request, without a message object for each of its parts. What is
 * unusual but allowed, such as a field that comes twice, is read by the generated classes, so that
 * there is one meaning; so is what is wrong, whose reason must be told.
 */
final class PackedTranslator {

  private static final int REQUEST_RESOURCE_SPANS = Wire.message(1);
  private static final int RESOURCE_SPANS_RESOURCE = Wire.message(1);
  private static final int RESOURCE_SPANS_SCOPE_SPANS = Wire.message(2);
  private static final int SCOPE_SPANS_SCOPE = Wire.message(1);
  private static final int SCOPE_SPANS_SPANS = Wire.message(2);
  private static final int SCHEMA_URL = Wire.message(3);

  private final byte[] body;
  private final CodedInputStream in;
  private final SpanReader reader;
  private final PackedSpan span;
  private final Sorted sorted = new Sorted();

  private PackedTranslator(byte[] body, SpanReading reading, SeenBefore seen) {
    this.body = body;
    this.in = CodedInputStream.newInstance(body);
    this.reader = new SpanReader(reading);
    this.span = new PackedSpan(body, in, reader, seen);
  }

  /**
   * Reads every span of the request.
   *
   * @throws InvalidProtocolBufferException if it is no request
   * @throws Refusal if there are spans and none has an ID
   */
  static Translation translate(byte[] body, SpanReading reading, SeenBefore seen)
      throws InvalidProtocolBufferException {
    try {
      return new PackedTranslator(body, reading, seen).translate();
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }

  private Translation translate() throws IOException {
    int r = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == REQUEST_RESOURCE_SPANS) {
        int end = Wire.enter(in);
        resourceSpans(
            r++, in.getTotalBytesRead(), in.getTotalBytesRead() + in.getBytesUntilLimit());
        in.popLimit(end);
      } else {
        Wire.skip(in, tag);
      }
    }
    return sorted.all();
  }

  /** The resource may stand behind its spans, so it is looked for first. */
  private void resourceSpans(int r, int from, int to) throws IOException {
    CodedInputStream ahead = CodedInputStream.newInstance(body, from, to - from);
    io.opentelemetry.proto.resource.v1.Resource resource =
        io.opentelemetry.proto.resource.v1.Resource.getDefaultInstance();
    int resources = 0;
    for (int tag = ahead.readTag(); tag != 0; tag = ahead.readTag()) {
      if (tag == RESOURCE_SPANS_RESOURCE) {
        resource = message(ahead, io.opentelemetry.proto.resource.v1.Resource.parser(), from);
        resources++;
      } else {
        Wire.skip(ahead, tag);
      }
    }
    if (resources > 1 || reader.isOwn(resource)) {
      in.skipRawBytes(to - from);
      ResourceSpans message = ResourceSpans.parser().parseFrom(body, from, to - from);
      new MessageTranslator(Map.of(), reader, sorted).read(r, message);
    } else {
      scopes(r, reader.resource(resource));
    }
  }

  private void scopes(int r, Resource resource) throws IOException {
    int s = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == RESOURCE_SPANS_SCOPE_SPANS) {
        int end = Wire.enter(in);
        scopeSpans(
            r,
            s++,
            resource,
            in.getTotalBytesRead(),
            in.getTotalBytesRead() + in.getBytesUntilLimit());
        in.popLimit(end);
      } else {
        skipKnown(tag);
      }
    }
  }

  private void scopeSpans(int r, int s, Resource resource, int from, int to) throws IOException {
    CodedInputStream ahead = CodedInputStream.newInstance(body, from, to - from);
    InstrumentationScope scope = InstrumentationScope.getDefaultInstance();
    int scopes = 0;
    for (int tag = ahead.readTag(); tag != 0; tag = ahead.readTag()) {
      if (tag == SCOPE_SPANS_SCOPE) {
        scope = message(ahead, InstrumentationScope.parser(), from);
        scopes++;
      } else {
        Wire.skip(ahead, tag);
      }
    }
    if (scopes > 1) {
      in.skipRawBytes(to - from);
      ScopeSpans message = ScopeSpans.parser().parseFrom(body, from, to - from);
      new MessageTranslator(Map.of(), reader, sorted).read(r, s, message, resource);
    } else {
      spans(r, s, resource, reader.name(scope.getName()));
    }
  }

  private void spans(int r, int s, Resource resource, String scope) throws IOException {
    int i = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == SCOPE_SPANS_SPANS) {
        int end = Wire.enter(in);
        int from = in.getTotalBytesRead();
        int to = from + in.getBytesUntilLimit();
        if (span.read()) {
          sorted.take(span.made(resource, scope));
        } else {
          Span message = Span.parser().parseFrom(body, from, to - from);
          reader.read(message, new Place(r, s, i), null, resource, scope, sorted);
        }
        in.popLimit(end);
        i++;
      } else {
        skipKnown(tag);
      }
    }
  }

  /** A text that is of no use must be one all the same. */
  private void skipKnown(int tag) throws IOException {
    if (tag == SCHEMA_URL) {
      in.readStringRequireUtf8();
    } else {
      Wire.skip(in, tag);
    }
  }

  private <M extends Message> M message(CodedInputStream from, Parser<M> parser, int offset)
      throws IOException {
    int length = from.readRawVarint32();
    int at = offset + from.getTotalBytesRead();
    from.skipRawBytes(length);
    return parser.parseFrom(body, at, length);
  }
}
