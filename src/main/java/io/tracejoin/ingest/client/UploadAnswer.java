package io.tracejoin.ingest.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of an upload.
 *
 * @param accepted records committed, uncorrelated ones and collisions included
 * @param duplicates records that were there before
 * @param rejected how many things in the body are no records
 * @param ignored points of other metrics and the like
 * @param hint what to do about uncorrelated records, or null
 * @param rejections the first of the rejected
 * @param rejectionsTruncated whether there are more rejected than listed
 * @param truncated whether the body ended where it should not
 */
record UploadAnswer(
    int accepted,
    int uncorrelated,
    int duplicates,
    int collisions,
    long rejected,
    long ignored,
    @Nullable String hint,
    List<Rejection> rejections,
    @JsonProperty("rejections_truncated") boolean rejectionsTruncated,
    boolean truncated) {

  /** Nothing read. */
  static final UploadAnswer NOTHING = of(Stored.NONE, 0, 0, List.of(), false);

  private static final String HINT =
      " records carry no trace ID, so no server time can be told for them. k6: import"
          + " /k6/tracejoin.js from this service (or instrument HTTP with http-instrumentation-tempo)"
          + " and repeat the run; then check one request with"
          + " GET /api/v1/traces/{trace_id}/preflight.";

  UploadAnswer {
    rejections = List.copyOf(rejections);
  }

  static UploadAnswer of(
      Stored stored, long rejected, long ignored, List<Rejection> listed, boolean truncated) {
    return new UploadAnswer(
        stored.accepted(),
        stored.uncorrelated(),
        stored.duplicates(),
        stored.collisions(),
        rejected,
        ignored,
        stored.uncorrelated() > 0 ? stored.uncorrelated() + HINT : null,
        listed,
        rejected > listed.size(),
        truncated);
  }

  /** Whether there was something, and none of it is a record. */
  boolean nothingButRejected() {
    return rejected > 0 && accepted == 0 && duplicates == 0;
  }

  /** The same fields by their JSON names, for a problem's extension members. */
  Map<String, @Nullable Object> members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("accepted", accepted);
    members.put("uncorrelated", uncorrelated);
    members.put("duplicates", duplicates);
    members.put("collisions", collisions);
    members.put("rejected", rejected);
    members.put("ignored", ignored);
    members.put("hint", hint);
    members.put("rejections", rejections);
    members.put("rejections_truncated", rejectionsTruncated);
    members.put("truncated", truncated);
    return members;
  }
}
