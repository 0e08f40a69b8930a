package io.tracejoin.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What requests are told apart by (semantics 9). The client's are known of every record; those of
 * the trace are null where a record is not matched and does not say so itself.
 */
public enum SliceDimension {
  SCENARIO,
  GENERATOR,
  ENDPOINT,
  STREAMING,
  STEP,
  FINISH_REASON,
  MODEL,
  PROVIDER,
  ROUTE,
  REGION,
  POOL,
  PRIORITY,
  QUEUE_OUTCOME,
  WORKER,
  REQUESTED_MODEL,
  REQUESTED_PROVIDER,
  REQUESTED_ROUTE,
  REQUESTED_REGION,
  /** Bucket of input tokens: the client's count, else the server's. */
  INPUT_TOKENS,
  /** Bucket of output tokens: the client's count, else the server's. */
  OUTPUT_TOKENS;

  /** The name in JSON, SQL, query parameters and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The dimension of that name. */
  public static Optional<SliceDimension> parse(String code) {
    return Arrays.stream(values()).filter(it -> it.code().equals(code)).findFirst();
  }
}
