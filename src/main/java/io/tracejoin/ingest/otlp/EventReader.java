package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.trace.v1.Span;
import io.tracejoin.decompose.SpanEvent;
import io.tracejoin.ingest.AllowList;
import java.util.ArrayList;
import java.util.List;

/** Keeps the name and time of allow-listed span events. */
final class EventReader {

  // A stream may have an event a chunk; the OpenTelemetry SDKs stop here as well.
  private static final int MAX_EVENTS = 128;

  private final AllowList allowed;

  EventReader(AllowList allowed) {
    this.allowed = allowed;
  }

  List<SpanEvent> read(List<Span.Event> events) {
    if (events.isEmpty()) {
      return List.of();
    }
    List<SpanEvent> kept = new ArrayList<>();
    for (int i = 0; i < events.size() && kept.size() < MAX_EVENTS; i++) {
      String name = allowed.event(events.get(i).getName());
      long time = events.get(i).getTimeUnixNano();
      if (name != null && time >= 0) {
        kept.add(new SpanEvent(Texts.storable(name, AttributeReader.MAX_TEXT), time));
      }
    }
    return kept;
  }
}
