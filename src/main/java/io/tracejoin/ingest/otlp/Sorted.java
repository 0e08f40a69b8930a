package io.tracejoin.ingest.otlp;

import io.tracejoin.decompose.Span;
import java.util.ArrayList;
import java.util.List;

/** Gathers what becomes of the spans of one request. */
final class Sorted {

  private final List<Span> spans = new ArrayList<>();
  private final Rejections rejections = new Rejections();
  private int withoutIds;

  void take(Span span) {
    spans.add(span);
  }

  /**
   * @param hasIds whether it has any trace or span ID
   */
  void reject(Place place, String name, String flaw, boolean hasIds) {
    withoutIds += hasIds ? 0 : 1;
    rejections.add(place, name, flaw);
  }

  /**
   * What became of all.
   *
   * @throws Refusal if there are spans and none has an ID: another signal on the traces path
   */
  Translation all() {
    if (withoutIds > 0 && withoutIds == rejections.count() && spans.isEmpty()) {
      throw Refusal.malformed("no span has a trace or span ID: " + OtlpEncoding.WRONG_SIGNAL);
    }
    return new Translation(spans, rejections);
  }
}
