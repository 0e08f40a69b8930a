package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads one span. What the message cannot carry (an ID that is no hex) is its flaw. */
final class SpanJson {

  private static final String NO_PARENT = "0000000000000000";

  private final JsonCursor json;
  private final JsonValues values;
  private final Span.Builder span = Span.newBuilder();
  private @Nullable String flaw;

  SpanJson(JsonCursor json, JsonValues values) {
    this.json = json;
    this.values = values;
  }

  Span read() {
    json.object(this::read);
    return span.build();
  }

  /** The first field that was not readable and why, or null. */
  @Nullable String flaw() {
    return flaw;
  }

  private void read(String name) {
    switch (name) {
      case "traceId" -> readId(text -> span.setTraceId(traceId(text)));
      case "spanId" -> readId(text -> span.setSpanId(spanId("span_id", text)));
      case "parentSpanId" -> readId(this::readParent);
      case "name" -> span.setName(json.text());
      case "kind" -> span.setKindValue(kind(json.text()));
      case "flags" -> readTime("flags", it -> span.setFlags((int) it));
      case "startTimeUnixNano" -> readTime("start_time_unix_nano", span::setStartTimeUnixNano);
      case "endTimeUnixNano" -> readTime("end_time_unix_nano", span::setEndTimeUnixNano);
      case "attributes" -> values.attributes(span::addAttributes);
      case "events" -> json.array(name, this::readEvent);
      case "status" -> json.object(this::readStatus);
      default -> json.skip();
    }
  }

  private interface IdReader {
    void read(String text);
  }

  private void readId(IdReader reader) {
    String text = json.text();
    if (text.isEmpty()) {
      return;
    }
    try {
      reader.read(text);
    } catch (IllegalArgumentException e) {
      note(String.valueOf(e.getMessage()));
    }
  }

  private void readParent(String text) {
    if (!text.equals(NO_PARENT)) {
      span.setParentSpanId(spanId("parent_span_id", text));
    }
  }

  private static ByteString traceId(String text) {
    TraceId id = TraceId.parse(text);
    ByteBuffer bytes = ByteBuffer.allocate(Ids.TRACE).putLong(id.high()).putLong(id.low());
    return ByteString.copyFrom(bytes.flip());
  }

  private static ByteString spanId(String field, String text) {
    long id = SpanId.parse(field, text).value();
    return ByteString.copyFrom(ByteBuffer.allocate(Ids.SPAN).putLong(id).flip());
  }

  private void readTime(String field, LongConsumer time) {
    String text = json.scalar();
    if (text == null) {
      return;
    }
    Long nanos = JsonNumbers.unsigned(text);
    if (nanos == null) {
      note(field + ": is no unsigned 64 bit integer");
    } else {
      time.accept(nanos);
    }
  }

  private void note(String reason) {
    if (flaw == null) {
      flaw = reason;
    }
  }

  private void readEvent() {
    Span.Event.Builder event = span.addEventsBuilder();
    json.object(
        name -> {
          switch (name) {
            case "name" -> event.setName(json.text());
            case "timeUnixNano" -> readTime("event time_unix_nano", event::setTimeUnixNano);
            default -> json.skip();
          }
        });
  }

  private void readStatus(String name) {
    if (name.equals("code")) {
      span.getStatusBuilder().setCodeValue(code(json.text()));
    } else {
      json.skip();
    }
  }

  private static int kind(String text) {
    return number(text, "SPAN_KIND_", SpanKind.values());
  }

  private static int code(String text) {
    return number(text, "STATUS_CODE_", SpanStatus.values());
  }

  // A value that is not known must not fail, it may be of the future: 0, "unspecified".
  private static int number(String text, String prefix, Enum<?>[] constants) {
    Long number = JsonNumbers.signed(text);
    if (number != null) {
      return number < 0 || number > Integer.MAX_VALUE ? 0 : number.intValue();
    }
    String name = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    for (Enum<?> constant : constants) {
      if (constant.name().equals(name)) {
        return constant.ordinal();
      }
    }
    return 0;
  }
}
