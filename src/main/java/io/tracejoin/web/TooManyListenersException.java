package io.tracejoin.web;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** As many listen to runs as may: 503, come back later. */
final class TooManyListenersException extends ErrorResponseException {

  private static final long serialVersionUID = 1L;
  private static final String LATER_SECONDS = "30";

  TooManyListenersException(int most) {
    super(HttpStatus.SERVICE_UNAVAILABLE, problem(most), null);
    getHeaders().set(HttpHeaders.RETRY_AFTER, LATER_SECONDS);
  }

  private static ProblemDetail problem(int most) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Already " + most + " listen to runs; ask for GET /api/v1/runs/{run_id} instead.");
    problem.setType(URI.create("https://tracejoin.io/problems/too-many-listeners"));
    return problem;
  }
}
