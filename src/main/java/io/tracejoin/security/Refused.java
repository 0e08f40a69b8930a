package io.tracejoin.security;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a caller is not let in. */
final class Refused extends RuntimeException {

  /** The reasons, as they are counted. */
  enum Reason {
    NO_TOKEN("A token is needed: Authorization: Bearer tj_..."),
    WRONG_TOKEN("The token is not known."),
    EXPIRED_TOKEN("The token has expired."),
    INSUFFICIENT_ROLE("The token's role does not allow this."),
    LOCKED_OUT("Too many wrong tokens came from this address; come back later."),
    TOO_MANY_REQUESTS("Too many requests with this token; come back later."),
    OTHER_SITE("A page of another site must not do this.");

    private final String message;

    Reason(String message) {
      this.message = message;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    String type() {
      return code().replace('_', '-');
    }

    /** A token would help, or another one. */
    boolean unauthenticated() {
      return this == NO_TOKEN || this == WRONG_TOKEN || this == EXPIRED_TOKEN;
    }

    boolean later() {
      return this == LOCKED_OUT || this == TOO_MANY_REQUESTS;
    }
  }

  private final Reason reason;
  private final @Nullable Duration retryAfter;

  Refused(Reason reason) {
    this(reason, reason.message, null);
  }

  Refused(Reason reason, Duration retryAfter) {
    this(reason, reason.message, retryAfter);
  }

  private Refused(Reason reason, String message, @Nullable Duration retryAfter) {
    // An answer, not a fault: no stack trace, which would only help those who knock all day.
    super(message, null, false, false);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** With a sentence of its own. */
  static Refused because(Reason reason, String message) {
    return new Refused(reason, message, null);
  }

  Reason reason() {
    return reason;
  }

  /** When to come back; null: not at all. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  int httpStatus() {
    return reason.unauthenticated() ? 401 : reason.later() ? 429 : 403;
  }
}
