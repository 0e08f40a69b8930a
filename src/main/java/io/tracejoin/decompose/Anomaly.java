package io.tracejoin.decompose;

import java.util.Locale;

/**
 * Something about a request that a reader must know: excluded, doubtful, or worth a note.
 *
 * @param message one sentence with the figures, without payload
 */
public record Anomaly(Code code, String message) {

  /** All kinds; the lower-case name is stored and shown, so a rename needs a migration. */
  public enum Code {
    ROOT_MISSING,
    ROOT_NOT_SERVER,
    PARENT_MISMATCH,
    SIBLING_ROOT,
    MULTIPLE_ROOTS,
    RETRIED_UPSTREAM,
    DUPLICATE_CLIENT_RECORD,
    SEVERAL_PER_TRACE,
    TRACE_ID_REUSED,
    AMBIGUOUS_REQUEST_ID,
    ROOT_CLAIMED_AGAIN,
    REDIRECT_CHAIN,
    CONFLICTING_SPAN,
    ORPHAN_SPANS,
    CLOCK_SKEW_ADJUSTED,
    CHILD_OUTSIDE_ROOT,
    OVERLAPPING_PHASES,
    GATEWAY_RETRY,
    ATTRIBUTE_OUT_OF_RANGE,
    NEGATIVE_ENVELOPE,
    UNIT_SUSPECT,
    ROOT_ENDS_EARLY,
    OUTCOME_DISAGREES,
    NEGATIVE_PART,
    TTFT_BEYOND_TOTAL,
    MIXED_POPULATION,
    TOKEN_COUNT_DISAGREES;

    /** The name in JSON, SQL and docs. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
