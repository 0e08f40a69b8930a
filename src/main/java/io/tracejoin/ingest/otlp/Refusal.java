package io.tracejoin.ingest.otlp;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why a whole export was not taken, in the terms of both transports. */
final class Refusal extends RuntimeException {

  private final Code code;
  private final int httpStatus;
  private final @Nullable Duration retryAfter;

  Refusal(Code code, int httpStatus, String message, @Nullable Duration retryAfter) {
    // An answer to a sender's mistake, or to load: no stack trace.
    super(message, null, false, false);
    this.code = code;
    this.httpStatus = httpStatus;
    this.retryAfter = retryAfter;
  }

  /** Not what the path takes. Sending it again is of no use. */
  static Refusal malformed(String message) {
    return new Refusal(Code.INVALID_ARGUMENT, 400, message, null);
  }

  /** No traces request at all, or another signal's. Sending it again is of no use. */
  static Refusal noRequest() {
    return malformed("no ExportTraceServiceRequest: " + OtlpEncoding.WRONG_SIGNAL);
  }

  /** Larger than allowed, packed or unpacked. Sending it again is of no use. */
  static Refusal tooLarge(long maxBytes) {
    return new Refusal(
        Code.RESOURCE_EXHAUSTED,
        413,
        "the request exceeds %d bytes, packed or unpacked: send smaller batches"
            .formatted(maxBytes),
        null);
  }

  /** Small on the wire, large in memory. Sending it again is of no use. */
  static Refusal tooMany() {
    return new Refusal(
        Code.RESOURCE_EXHAUSTED,
        413,
        "the request holds too many spans and values: send smaller batches",
        null);
  }

  /** Come back later: the queue is full. */
  static Refusal overloaded(Duration retryAfter) {
    return new Refusal(
        Code.RESOURCE_EXHAUSTED, 429, "overloaded: send the spans again later", retryAfter);
  }

  /** Come back later: the spans could not be stored. */
  static Refusal unavailable(String message, Duration retryAfter) {
    return new Refusal(Code.UNAVAILABLE, 503, message, retryAfter);
  }

  /** What was thrown while a request was read or answered, as a refusal. */
  static Refusal of(@Nullable Throwable failure) {
    return failure instanceof Refusal refusal
        ? refusal
        : new Refusal(Code.INTERNAL, 500, "internal error", null);
  }

  int httpStatus() {
    return httpStatus;
  }

  /** Whole seconds, at least 1, after which to come back; null: not at all. */
  @Nullable Long retryAfterSeconds() {
    return retryAfter == null ? null : Math.max(1, retryAfter.plusMillis(999).toSeconds());
  }

  /** The body of an error, and the status details of gRPC. */
  Status status() {
    Status.Builder status = Status.newBuilder().setCode(code.getNumber()).setMessage(text());
    if (retryAfter != null) {
      status.addDetails(Any.pack(RetryInfo.newBuilder().setRetryDelay(delay(retryAfter)).build()));
    }
    return status.build();
  }

  private String text() {
    return String.valueOf(getMessage());
  }

  private static com.google.protobuf.Duration delay(Duration delay) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(delay.getSeconds())
        .setNanos(delay.getNano())
        .build();
  }
}
