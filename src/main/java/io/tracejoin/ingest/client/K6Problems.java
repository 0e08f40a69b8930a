package io.tracejoin.ingest.client;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Refusals of what k6 says about a whole test, with their stable types. */
final class K6Problems {

  private static final String TYPES = "https://tracejoin.io/problems/";

  private K6Problems() {}

  static ErrorResponseException tooLarge(int most) {
    return exception(
        HttpStatus.CONTENT_TOO_LARGE,
        "body-too-large",
        "The body is larger than " + (most >> 20) + " MiB, decompressed.");
  }

  static ErrorResponseException malformed(String reason) {
    return exception(HttpStatus.BAD_REQUEST, "malformed-json", "The body: " + reason + ".");
  }

  static ErrorResponseException unknownSummary() {
    return exception(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "unknown-summary",
        "The body is none of k6's summaries. Expected: a --summary-export file ('metrics' with"
            + " figures in each metric), the data of handleSummary ('metrics' with 'values' in each"
            + " metric), or the new machine-readable summary ('results.metrics', an array)."
            + " Points of --out json go to client-records?format=k6-json.");
  }

  static ErrorResponseException unknownLoad() {
    return exception(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "unknown-load",
        "The body promises no load. Expected: the JSON of k6 inspect --execution-requirements, or a"
            + " script's options, with 'scenarios', or with 'stages', 'duration' or 'iterations'.");
  }

  static ErrorResponseException badLoad(String reason) {
    return exception(HttpStatus.UNPROCESSABLE_CONTENT, "bad-load", reason);
  }

  private static ErrorResponseException exception(HttpStatus status, String type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPES + type));
    return new ErrorResponseException(status, problem, null);
  }
}
