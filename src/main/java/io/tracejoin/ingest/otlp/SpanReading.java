package io.tracejoin.ingest.otlp;

import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;

/**
 * What spans are read with.
 *
 * @param allowed which attributes and events are kept
 * @param dropped counts the others
 * @param requestKeys makes keys of the request IDs among them
 * @param limits how much of a span is kept
 * @param cuts counts what is not
 */
record SpanReading(
    Resources resources,
    AllowList allowed,
    DroppedAttributes dropped,
    RequestKeys requestKeys,
    SpanLimits limits,
    Cuts cuts) {}
