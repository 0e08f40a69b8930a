package io.tracejoin.web;

import io.tracejoin.join.MappingException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A mapping document that cannot be read: 400 with line and column. */
final class BadMappingException extends ErrorResponseException {

  private static final long serialVersionUID = 1L;
  private static final URI TYPE = URI.create("https://tracejoin.io/problems/bad-mapping");

  BadMappingException(MappingException mistake) {
    super(HttpStatus.BAD_REQUEST, problem(mistake), mistake);
  }

  private static ProblemDetail problem(MappingException mistake) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.BAD_REQUEST, String.valueOf(mistake.getMessage()));
    problem.setType(TYPE);
    problem.setTitle("Bad mapping");
    problem.setProperty("line", mistake.line());
    problem.setProperty("column", mistake.column());
    return problem;
  }
}
