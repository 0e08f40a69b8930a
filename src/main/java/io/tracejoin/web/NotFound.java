package io.tracejoin.web;

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
}
