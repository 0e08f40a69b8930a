package io.tracejoin.ingest.client;

import io.tracejoin.decompose.Outcome;
import org.jspecify.annotations.Nullable;

/** How a k6 transaction ended, from its {@code error_code} and status. */
final class K6Outcome {

  private static final int TIMEOUT = 1050;

  private K6Outcome() {}

  /**
   * The outcome. The status decides what is an error, not {@code expected_response}, which the
   * script may define as it likes. Failures before the request left (DNS, dial, also a dial that
   * timed out, TLS) are {@link Outcome#ERROR}: nobody kept the client waiting for an answer.
   *
   * @param status 0 where no response came, null where the tag is switched off
   * @param failed what {@code http_req_failed} says, null where it is switched off
   */
  static Outcome of(
      @Nullable Integer errorCode,
      @Nullable Integer status,
      @Nullable Boolean failed,
      long durationNanos) {
    if (errorCode != null && !isHttp(errorCode)) {
      return ofErrorCode(errorCode, durationNanos);
    }
    if (status != null) {
      return Outcome.ofStatus(status);
    }
    if (errorCode != null) {
      return Outcome.ofStatus(errorCode - 1000);
    }
    return Boolean.TRUE.equals(failed) ? Outcome.ERROR : Outcome.SUCCESS;
  }

  /** k6 reports an HTTP error as 1000 plus the status. */
  private static boolean isHttp(int errorCode) {
    return isWithin(errorCode, 1400, 1599);
  }

  private static Outcome ofErrorCode(int errorCode, long durationNanos) {
    if (errorCode == TIMEOUT) {
      return Outcome.TIMEOUT;
    }
    return isConnectionLost(errorCode) && durationNanos > 0 ? Outcome.DISCONNECTED : Outcome.ERROR;
  }

  /** Reset, broken pipe and other TCP failures; GOAWAY, stream and connection errors of HTTP/2. */
  private static boolean isConnectionLost(int errorCode) {
    return isWithin(errorCode, 1200, 1209)
        || isWithin(errorCode, 1220, 1299)
        || isWithin(errorCode, 1610, 1699);
  }

  private static boolean isWithin(int errorCode, int first, int last) {
    return errorCode >= first && errorCode <= last;
  }
}
