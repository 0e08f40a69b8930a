package io.tracejoin.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A parameter of the URL that cannot be understood. */
final class BadParameterException extends ErrorResponseException {

  private static final URI TYPE = URI.create("https://tracejoin.io/problems/bad-parameter");

  /** 400 that names the parameter. */
  BadParameterException(String parameter, String detail) {
    super(HttpStatus.BAD_REQUEST, problem(parameter, detail), null);
  }

  private static ProblemDetail problem(String parameter, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail);
    problem.setType(TYPE);
    problem.setTitle("Bad parameter");
    problem.setProperty("parameter", parameter);
    return problem;
  }
}
