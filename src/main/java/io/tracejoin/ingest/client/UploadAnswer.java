package io.tracejoin.ingest.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.util.ArrayList;
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
 * @param ignored points of other metrics, console lines and the like: all that makes no record
 * @param consoleLines lines among the ignored that are text of the console
 * @param loadPoints points among the ignored that tell of iterations and virtual users: stored as
 *     the run's load
 * @param ttft what became of the script's own times to first token; null if none were asked for
 * @param hint what to do about uncorrelated records and the like, or null
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
    @JsonProperty("console_lines") long consoleLines,
    @JsonProperty("load_points") long loadPoints,
    @Nullable Ttft ttft,
    @Nullable String hint,
    List<Rejection> rejections,
    @JsonProperty("rejections_truncated") boolean rejectionsTruncated,
    boolean truncated) {

  /** Nothing read. */
  static final UploadAnswer NOTHING =
      of(Stored.NONE, new Read(0, 0, 0, 0, null, List.of(), List.of(), false));

  private static final String HINT =
      " records carry neither trace ID nor request ID, so no server time can be told for them. k6: import"
          + " /k6/tracejoin.js from this service (or instrument HTTP with http-instrumentation-tempo)"
          + " and repeat the run (benchmark tools: docs/llm-clients.md); then check one request with"
          + " GET /api/v1/traces/{trace_id}/preflight.";

  /** What reading the body brought, besides records. */
  record Read(
      long rejected,
      long ignored,
      long consoleLines,
      long loadPoints,
      @Nullable FirstTokens firstTokens,
      List<String> notes,
      List<Rejection> listed,
      boolean truncated) {}

  /**
   * The script's own times to first token.
   *
   * @param unitFrom {@code parameter} or, where the caller did not say, {@code name}
   * @param used how many went to their requests
   * @param unattached how many belong to no request of the upload
   */
  record Ttft(
      String metric,
      String unit,
      @JsonProperty("unit_from") String unitFrom,
      long used,
      long unattached) {

    static Ttft of(FirstTokens account) {
      TtftTrend trend = account.trend();
      return new Ttft(
          trend.metric(),
          trend.unit().code(),
          trend.unitDeclared() ? "parameter" : "name",
          account.used(),
          account.unattached());
    }
  }

  UploadAnswer {
    rejections = List.copyOf(rejections);
  }

  static UploadAnswer of(Stored stored, Read read) {
    FirstTokens firstTokens = read.firstTokens();
    return new UploadAnswer(
        stored.accepted(),
        stored.uncorrelated(),
        stored.duplicates(),
        stored.collisions(),
        read.rejected(),
        read.ignored(),
        read.consoleLines(),
        read.loadPoints(),
        firstTokens == null ? null : Ttft.of(firstTokens),
        hint(stored, read),
        read.listed(),
        read.rejected() > read.listed().size(),
        read.truncated());
  }

  private static @Nullable String hint(Stored stored, Read read) {
    List<String> hints = new ArrayList<>(read.notes());
    if (stored.uncorrelated() > 0) {
      hints.add(stored.uncorrelated() + HINT);
    }
    String ttft = read.firstTokens() == null ? null : hint(read.firstTokens());
    if (ttft != null) {
      hints.add(ttft);
    }
    return hints.isEmpty() ? null : String.join(" ", hints);
  }

  private static @Nullable String hint(FirstTokens account) {
    String metric = account.trend().metric();
    if (account.unattached() > 0) {
      return account.unattached()
          + " points of "
          + metric
          + " belong to no request: add them while trace_id is set in the metadata, once a request.";
    }
    return account.used() == 0 ? "There is no point of " + metric + "." : null;
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
    members.put("console_lines", consoleLines);
    members.put("load_points", loadPoints);
    members.put("ttft", ttft);
    members.put("hint", hint);
    members.put("rejections", rejections);
    members.put("rejections_truncated", rejectionsTruncated);
    members.put("truncated", truncated);
    return members;
  }
}
