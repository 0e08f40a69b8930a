package io.tracejoin.ingest;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much of a span is kept. What is cut or left out is counted by {@link Cuts}. Lengths are in
 * UTF-16 units.
 *
 * @param attributes attributes of a span: prefixes of the allow-list let a sender make up keys
 * @param attributeLength the longest value of an attribute; a longer text is none of low
 *     cardinality and is left out
 * @param events events of a span; a stream may have one a chunk
 * @param nameLength of a span and of a scope; a longer one is cut
 * @param requestIds request IDs of a span
 * @param resourceLength of a resource's service, host and run; a longer text is cut
 */
@Validated
@ConfigurationProperties("tracejoin.limits")
public record SpanLimits(
    @DefaultValue("64") @Min(0) @Max(1_000) int attributes,
    @DefaultValue("256") @Min(16) @Max(4_096) int attributeLength,
    @DefaultValue("128") @Min(2) @Max(10_000) int events,
    @DefaultValue("512") @Min(16) @Max(4_096) int nameLength,
    @DefaultValue("8") @Min(1) @Max(100) int requestIds,
    @DefaultValue("256") @Min(100) @Max(2_000) int resourceLength) {

  /** As shipped. */
  public static final SpanLimits USUAL = new SpanLimits(64, 256, 128, 512, 8, 256);
}
