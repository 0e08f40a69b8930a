package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.OwnOrigin;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns one request into spans, and rejects those that are invalid one by one. */
final class SpanTranslator {

  private final OtlpRequest request;
  private final Resources resources;
  private final RequestKeys keys;
  private final SpanLimits limits;
  private final Cuts cuts;
  private final AttributeReader attributes;
  private final EventReader events;
  private final List<Span> spans = new ArrayList<>();
  private final Rejections rejections = new Rejections();
  private int withoutIds;

  private SpanTranslator(OtlpRequest request, SpanReading reading) {
    this.request = request;
    this.resources = reading.resources();
    this.keys = reading.requestKeys();
    this.limits = reading.limits();
    this.cuts = reading.cuts();
    this.attributes = new AttributeReader(reading);
    this.events = new EventReader(reading);
  }

  /**
   * Reads every span of the request.
   *
   * @throws Refusal if there are spans and none has an ID: another signal on the traces path
   */
  static Translation translate(OtlpRequest request, SpanReading reading) {
    return new SpanTranslator(request, reading).translate();
  }

  private Translation translate() {
    for (int i = 0; i < request.message().getResourceSpansCount(); i++) {
      read(i, request.message().getResourceSpans(i));
    }
    if (withoutIds > 0 && withoutIds == rejections.count() && spans.isEmpty()) {
      throw Refusal.malformed("no span has a trace or span ID: " + OtlpEncoding.WRONG_SIGNAL);
    }
    return new Translation(spans, rejections);
  }

  private void read(int r, ResourceSpans resourceSpans) {
    if (isOwn(resourceSpans)) {
      resourceSpans
          .getScopeSpansList()
          .forEach(it -> cuts.count(Cuts.What.OWN_SPAN, it.getSpansCount()));
      return;
    }
    Resource resource = resources.read(resourceSpans.getResource());
    for (int s = 0; s < resourceSpans.getScopeSpansCount(); s++) {
      ScopeSpans scopeSpans = resourceSpans.getScopeSpans(s);
      String scope = name(scopeSpans.getScope().getName());
      for (int i = 0; i < scopeSpans.getSpansCount(); i++) {
        io.opentelemetry.proto.trace.v1.Span span = scopeSpans.getSpans(i);
        String flaw = flaw(r, s, i, span);
        if (flaw == null) {
          spans.add(span(span, resource, scope));
        } else {
          rejections.add(new Place(r, s, i), span.getName(), flaw);
        }
      }
    }
  }

  private boolean isOwn(ResourceSpans resourceSpans) {
    for (KeyValue attribute : resourceSpans.getResource().getAttributesList()) {
      if (attribute.getKey().equals(OwnOrigin.ATTRIBUTE)) {
        return OwnOrigin.isOwn(attribute.getValue().getStringValue(), keys);
      }
    }
    return false;
  }

  private String name(String received) {
    if (received.length() > limits.nameLength()) {
      cuts.count(Cuts.What.NAME);
    }
    return Texts.storable(received, limits.nameLength());
  }

  private @Nullable String flaw(int r, int s, int i, io.opentelemetry.proto.trace.v1.Span span) {
    String unreadable = request.flaws().isEmpty() ? null : request.flaws().get(new Place(r, s, i));
    if (unreadable != null) {
      return unreadable;
    }
    if (span.getTraceId().isEmpty() && span.getSpanId().isEmpty()) {
      withoutIds++;
    }
    return SpanFlaws.find(span);
  }

  private Span span(io.opentelemetry.proto.trace.v1.Span span, Resource resource, String scope) {
    long parent = Ids.parent(span.getParentSpanId());
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
        attributes.read(span.getAttributesList()),
        events.read(span.getEventsList()),
        attributes.requestKeys());
  }
}
