package io.tracejoin.report;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How reports tell requests apart.
 *
 * @param inputTokenBuckets greatest counts of the buckets of input tokens, ascending
 * @param outputTokenBuckets greatest counts of the buckets of output tokens, ascending
 */
@ConfigurationProperties("tracejoin.report")
public record ReportProperties(
    @DefaultValue({"512", "2048", "8192", "32768"}) List<Integer> inputTokenBuckets,
    @DefaultValue({"128", "256", "512", "1024", "4096"}) List<Integer> outputTokenBuckets) {

  /**
   * The buckets.
   *
   * @throws IllegalArgumentException if bounds are missing, below 0 or not strictly ascending
   */
  public TokenBuckets buckets() {
    return TokenBuckets.of(inputTokenBuckets, outputTokenBuckets);
  }
}
