package io.tracejoin.ingest.client;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the receiver of client records.
 *
 * @param maxLineBytes a longer line or array element is rejected, and the rest goes on
 * @param chunkRecords records committed in one transaction
 * @param chunkInterval the longest time that a record waits for its chunk to fill
 * @param longestPause the longest time that a live upload may send nothing
 */
@Validated
@ConfigurationProperties("tracejoin.ingest.client")
record ClientIngestProperties(
    @DefaultValue("1MB") DataSize maxLineBytes,
    @DefaultValue("5000") @Positive int chunkRecords,
    @DefaultValue("1s") Duration chunkInterval,
    @DefaultValue("10m") Duration longestPause) {

  ClientIngestProperties {
    long bytes = maxLineBytes.toBytes();
    if (bytes < 1024 || bytes > 1 << 30) {
      throw new IllegalArgumentException("max-line-bytes: expected 1KB to 1GB, got " + bytes);
    }
    if (longestPause.toMillis() < 1 || longestPause.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("longest-pause: expected 1ms to 24d, got " + longestPause);
    }
  }

  int maxLineLength() {
    return (int) maxLineBytes.toBytes();
  }
}
