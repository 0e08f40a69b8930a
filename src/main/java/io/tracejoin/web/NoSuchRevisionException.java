package io.tracejoin.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The run is known, that revision of its report is not. */
final class NoSuchRevisionException extends ErrorResponseException {

  private static final URI TYPE = URI.create("https://tracejoin.io/problems/unknown-revision");

  NoSuchRevisionException(String detail) {
    super(HttpStatus.NOT_FOUND, problem(detail), null);
  }

  private static ProblemDetail problem(String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, detail);
    problem.setType(TYPE);
    problem.setTitle("Unknown revision");
    return problem;
  }
}
