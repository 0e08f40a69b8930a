package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span.Event;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanEvent;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.OwnOrigin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes spans of what was received, for one request. */
final class SpanReader {

  private final SpanReading reading;
  private final AttributeReader attributes;
  private final EventReader events;

  SpanReader(SpanReading reading) {
    this.reading = reading;
    this.attributes = new AttributeReader(reading);
    this.events = new EventReader(reading);
  }

  /** The reader of attributes, whose request keys the next span takes. */
  AttributeReader attributes() {
    return attributes;
  }

  /** Whether this service's own spans come back. */
  boolean isOwn(io.opentelemetry.proto.resource.v1.Resource resource) {
    for (KeyValue attribute : resource.getAttributesList()) {
      if (attribute.getKey().equals(OwnOrigin.ATTRIBUTE)) {
        return OwnOrigin.isOwn(attribute.getValue().getStringValue(), reading.requestKeys());
      }
    }
    return false;
  }

  /** Own spans are counted and not read. */
  void passOver(ResourceSpans own) {
    own.getScopeSpansList()
        .forEach(it -> reading.cuts().count(Cuts.What.OWN_SPAN, it.getSpansCount()));
  }

  Resource resource(io.opentelemetry.proto.resource.v1.Resource received) {
    return reading.resources().read(received);
  }

  /** The name of a span or scope as it is kept. */
  String name(String received) {
    if (received.length() > reading.limits().nameLength()) {
      reading.cuts().count(Cuts.What.NAME);
    }
    return Texts.storable(received, reading.limits().nameLength());
  }

  List<SpanEvent> events(List<Event> received) {
    return events.read(received);
  }

  /**
   * Takes the span, or rejects it.
   *
   * @param unreadable what the message cannot carry of it, or null
   */
  void read(
      io.opentelemetry.proto.trace.v1.Span span,
      Place place,
      @Nullable String unreadable,
      Resource resource,
      String scope,
      Sorted sorted) {
    String flaw = unreadable != null ? unreadable : SpanFlaws.find(span);
    if (flaw == null) {
      sorted.take(span(span, resource, scope));
    } else {
      boolean hasIds =
          unreadable != null || !span.getTraceId().isEmpty() || !span.getSpanId().isEmpty();
      sorted.reject(place, span.getName(), flaw, hasIds);
    }
  }

  private Span span(io.opentelemetry.proto.trace.v1.Span span, Resource resource, String scope) {
    long parent = Ids.parent(span.getParentSpanId());
    Map<String, Object> kept = attributes.read(span.getAttributesList());
    return new Span(
        new TraceId(Ids.number(span.getTraceId(), 0), Ids.number(span.getTraceId(), Ids.SPAN)),
        new SpanId(Ids.number(span.getSpanId(), 0)),
        parent == 0 ? null : new SpanId(parent),
        name(span.getName()),
        SpanKind.of(span.getKindValue()),
        span.getFlags(),
        span.getStartTimeUnixNano(),
        span.getEndTimeUnixNano(),
        SpanStatus.of(span.getStatus().getCodeValue()),
        resource,
        scope,
        kept,
        events.read(span.getEventsList()),
        attributes.requestKeys());
  }
}
