package io.tracejoin.ingest.otlp;

import io.tracejoin.decompose.Span;
import java.util.List;

/** What became of one request: the spans to be stored, and those that were not taken. */
record Translation(List<Span> spans, Rejections rejections) {}
