package io.tracejoin.decompose;

import java.util.Locale;

/** How a request ended for the client (semantics 6). */
public enum Outcome {
  SUCCESS,
  HTTP_ERROR,
  REJECTED,
  TIMEOUT,
  CANCELLED,
  DISCONNECTED,
  ERROR;

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the code is none of the outcomes
   */
  public static Outcome parse(String code) {
    for (Outcome outcome : values()) {
      if (outcome.code().equals(code)) {
        return outcome;
      }
    }
    throw new IllegalArgumentException(
        "outcome: '"
            + code
            + "' is none of success, http_error, rejected, timeout, cancelled, disconnected, error");
  }

  /** The outcome that an HTTP status alone tells: 429 and 503 are {@link #REJECTED}. */
  public static Outcome ofStatus(int status) {
    if (status == 429 || status == 503) {
      return REJECTED;
    }
    if (status >= 400) {
      return HTTP_ERROR;
    }
    return status >= 100 ? SUCCESS : ERROR;
  }
}
