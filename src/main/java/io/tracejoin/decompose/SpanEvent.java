package io.tracejoin.decompose;

/**
 * A point in a span's life, such as {@code first_token}.
 *
 * @param timeNanos on the span's clock, nanoseconds since 1970
 */
public record SpanEvent(String name, long timeNanos) {}
