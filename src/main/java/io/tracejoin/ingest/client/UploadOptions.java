package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/**
 * What the caller says of an upload's content beside its format.
 *
 * @param generator the caller's name of the load generator, or null
 * @param ttft the script's own metric of the time to first token, or null
 */
record UploadOptions(@Nullable String generator, @Nullable TtftTrend ttft) {

  /** Nothing said. */
  static final UploadOptions NONE = new UploadOptions(null, null);
}
