package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Identity;
import io.tracejoin.ingest.RequestKeys;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an upload is read with beside its format.
 *
 * @param generator the caller's name of the load generator, or null
 * @param ttft the script's own metric of the time to first token, or null
 * @param requestKeys makes keys of request IDs
 */
record UploadOptions(
    @Nullable String generator, @Nullable TtftTrend ttft, RequestKeys requestKeys) {

  /**
   * A record without a trace ID under the key that it is joined by: that of its request ID, else of
   * its content.
   *
   * @param requestId as the file tells it; null for none
   */
  ClientRecord keyed(ClientRecord record, @Nullable String requestId) {
    UUID key = requestId == null ? null : requestKeys.of(requestId);
    return key == null ? ContentKey.keyed(record) : keyed(record, key);
  }

  /** A parent span ID says nothing without its trace. */
  private static ClientRecord keyed(ClientRecord record, UUID requestKey) {
    return new ClientRecord(
        requestKey,
        Identity.REQUEST_ID,
        null,
        record.outcome(),
        record.status(),
        record.sampled(),
        record.negativePart(),
        record.times(),
        record.labels(),
        record.position());
  }
}
