package io.tracejoin.ingest.otlp;

import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.RequestKeys;

/**
 * What spans are read with.
 *
 * @param allowed which attributes and events are kept
 * @param dropped counts the others
 * @param requestKeys makes keys of the request IDs among them
 */
record SpanReading(
    Resources resources, AllowList allowed, DroppedAttributes dropped, RequestKeys requestKeys) {}
