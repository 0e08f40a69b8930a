package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.trace.v1.Span;
import io.tracejoin.decompose.SpanEvent;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.SpanLimits;
import java.util.ArrayList;
import java.util.List;

/** Keeps the name and time of allow-listed span events. */
final class EventReader {

  private final AllowList allowed;
  private final SpanLimits limits;
  private final Cuts cuts;

  EventReader(SpanReading reading) {
    this.allowed = reading.allowed();
    this.limits = reading.limits();
    this.cuts = reading.cuts();
  }

  List<SpanEvent> read(List<Span.Event> events) {
    if (events.isEmpty()) {
      return List.of();
    }
    List<SpanEvent> kept = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      String name = allowed.event(events.get(i).getName());
      long time = events.get(i).getTimeUnixNano();
      if (name != null && time >= 0 && kept.size() >= limits.events()) {
        cuts.count(Cuts.What.EVENT);
      } else if (name != null && time >= 0) {
        kept.add(new SpanEvent(Texts.storable(name, limits.attributeLength()), time));
      }
    }
    return kept;
  }
}
