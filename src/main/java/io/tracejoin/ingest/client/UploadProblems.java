package io.tracejoin.ingest.client;

import io.tracejoin.run.Run;
import java.net.URI;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The refusals of this package, with their stable types. */
final class UploadProblems {

  private static final String TYPES = "https://tracejoin.io/problems/";
  private static final String RETRY_SECONDS = "5";

  private UploadProblems() {}

  static ErrorResponseException malformedRunId(@Nullable String reason) {
    return exception(HttpStatus.BAD_REQUEST, "malformed-run-id", String.valueOf(reason), null);
  }

  static ErrorResponseException unknownFormat(String format, Collection<String> known) {
    String detail = "format: '" + format + "' is none of " + String.join(", ", known);
    return exception(HttpStatus.BAD_REQUEST, "unknown-format", detail, null);
  }

  static ErrorResponseException malformedGenerator() {
    String detail = "generator: expected 1 to 100 printable characters";
    return exception(HttpStatus.BAD_REQUEST, "malformed-generator", detail, null);
  }

  static ErrorResponseException ttft(String detail) {
    return exception(HttpStatus.BAD_REQUEST, "ttft-unknown", detail, null);
  }

  static ErrorResponseException unsupportedType(String type) {
    String detail =
        "Content-Type "
            + type
            + " carries no client records; send application/x-ndjson, application/json,"
            + " text/csv, text/plain, application/gzip, application/octet-stream, or none";
    return exception(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail, null);
  }

  static ErrorResponseException unsupportedEncoding(String encoding) {
    String detail = "Content-Encoding " + encoding + " is not known here; send gzip or identity";
    ErrorResponseException refusal =
        exception(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding", detail, null);
    refusal.getHeaders().set(HttpHeaders.ACCEPT_ENCODING, "gzip, identity");
    return refusal;
  }

  static ErrorResponseException nothingAccepted(UploadAnswer answer) {
    ProblemDetail problem =
        problem(
            HttpStatus.UNPROCESSABLE_CONTENT,
            "no-record-accepted",
            "The body holds no acceptable record; the first reason: "
                + answer.rejections().get(0).reason());
    return withCounts(HttpStatus.UNPROCESSABLE_CONTENT, problem, answer, null);
  }

  static ErrorResponseException databaseAway(UploadAnswer answer, Throwable cause) {
    ProblemDetail problem =
        problem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "database-unavailable",
            "The database did not take all records. What is counted as accepted is committed;"
                + " send the whole upload again, repeats are harmless.");
    ErrorResponseException refusal =
        withCounts(HttpStatus.SERVICE_UNAVAILABLE, problem, answer, cause);
    refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
    return refusal;
  }

  /** What would be accepted would show nowhere: the report of such a run is final. */
  static ErrorResponseException pairsRemoved(Run run) {
    String detail =
        "The raw pairs of run '%s' were removed at %s and its report is final; send the records to another run."
            .formatted(run.runId(), run.pairsRemovedAt());
    return exception(HttpStatus.GONE, "pairs-removed", detail, null);
  }

  static ErrorResponseException runErased(Throwable cause) {
    String detail =
        "The run was removed while its records came in, and what was accepted before with it;"
            + " send the upload again to make the run anew.";
    return exception(HttpStatus.CONFLICT, "run-erased", detail, cause);
  }

  private static ErrorResponseException withCounts(
      HttpStatus status, ProblemDetail problem, UploadAnswer answer, @Nullable Throwable cause) {
    answer.members().forEach(problem::setProperty);
    return new ErrorResponseException(status, problem, cause);
  }

  private static ErrorResponseException exception(
      HttpStatus status, String type, String detail, @Nullable Throwable cause) {
    return new ErrorResponseException(status, problem(status, type, detail), cause);
  }

  private static ProblemDetail problem(HttpStatus status, String type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPES + type));
    return problem;
  }
}
