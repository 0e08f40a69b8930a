package io.tracejoin.web;

import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.trace.TraceStore.Freshness;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** What was asked for is not there: 404 with a stable problem type. */
final class NotFound extends ErrorResponseException {

  private static final long serialVersionUID = 1L;

  NotFound(String type, String detail) {
    super(HttpStatus.NOT_FOUND, problem(type, detail), null);
  }

  private static ProblemDetail problem(String type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, detail);
    problem.setType(URI.create("https://tracejoin.io/problems/" + type));
    return problem;
  }

  static NotFound run(String runId) {
    return new NotFound("unknown-run", "There is no run '" + runId + "'.");
  }

  /** Says how fresh the data is: what is asked for may be on its way. */
  static NotFound trace(TraceId id, Freshness fresh) {
    String newest =
        fresh.newestSpanReceived() == null
            ? "no span was received since the service started"
            : "the newest span was received at " + fresh.newestSpanReceived();
    NotFound answer =
        new NotFound(
            "unknown-trace", "Nothing is stored of trace " + id.hex() + "; " + newest + ".");
    answer.getBody().setProperty("newest_span_received_at", fresh.newestSpanReceived());
    answer.getBody().setProperty("join_lag_ms", Millis.of(fresh.joinLag().toNanos()));
    return answer;
  }
}
