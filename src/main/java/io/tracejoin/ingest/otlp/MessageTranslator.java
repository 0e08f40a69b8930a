package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracejoin.decompose.Resource;
import java.util.Map;

/** Reads spans off messages. */
final class MessageTranslator {

  private final Map<Place, String> flaws;
  private final SpanReader reader;
  private final Sorted sorted;

  /**
   * @param flaws what the messages cannot carry of their spans
   */
  MessageTranslator(Map<Place, String> flaws, SpanReader reader, Sorted sorted) {
    this.flaws = flaws;
    this.reader = reader;
    this.sorted = sorted;
  }

  void read(int r, ResourceSpans resourceSpans) {
    if (reader.isOwn(resourceSpans.getResource())) {
      reader.passOver(resourceSpans);
      return;
    }
    Resource resource = reader.resource(resourceSpans.getResource());
    for (int s = 0; s < resourceSpans.getScopeSpansCount(); s++) {
      read(r, s, resourceSpans.getScopeSpans(s), resource);
    }
  }

  void read(int r, int s, ScopeSpans scopeSpans, Resource resource) {
    String scope = reader.name(scopeSpans.getScope().getName());
    for (int i = 0; i < scopeSpans.getSpansCount(); i++) {
      Place place = new Place(r, s, i);
      reader.read(scopeSpans.getSpans(i), place, flaws.get(place), resource, scope, sorted);
    }
  }
}
