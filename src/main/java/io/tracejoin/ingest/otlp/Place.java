package io.tracejoin.ingest.otlp;

/** Where a span stands in its request: three indices from 0. */
record Place(int resource, int scope, int span) {

  @Override
  public String toString() {
    return "resource_spans[%d].scope_spans[%d].spans[%d]".formatted(resource, scope, span);
  }
}
