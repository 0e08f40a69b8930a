package io.tracejoin.retention;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long raw data is kept. Zero keeps it for ever.
 *
 * @param spans age at which a day of arrival is removed
 * @param pairs time since a run was finished and got its last data
 * @param pairRuns raw pairs of so many runs, the last finished ones, are kept; null: of any number
 */
@ConfigurationProperties("tracejoin.retention")
record RetentionProperties(
    @DefaultValue("14d") Duration spans,
    @DefaultValue("90d") Duration pairs,
    @Nullable Integer pairRuns) {

  RetentionProperties {
    if (spans.isNegative() || pairs.isNegative()) {
      throw new IllegalArgumentException("tracejoin.retention: spans and pairs are at least 0");
    }
    if (pairRuns != null && pairRuns < 1) {
      throw new IllegalArgumentException("tracejoin.retention.pair-runs: at least 1, or left out");
    }
  }
}
