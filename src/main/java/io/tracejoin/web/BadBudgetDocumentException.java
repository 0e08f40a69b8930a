package io.tracejoin.web;

import io.tracejoin.budget.BadBudgetException;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A budget document that cannot be read: all that is wrong with it, by field and line. */
final class BadBudgetDocumentException extends ErrorResponseException {

  private static final long serialVersionUID = 1L;
  private static final URI TYPE = URI.create("https://tracejoin.io/problems/bad-budget");

  BadBudgetDocumentException(HttpStatus status, BadBudgetException mistake) {
    super(status, problem(status, mistake), mistake);
  }

  private static ProblemDetail problem(HttpStatus status, BadBudgetException mistake) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(status, String.valueOf(mistake.getMessage()));
    problem.setType(TYPE);
    problem.setTitle("Bad budget");
    problem.setProperty("valid", false);
    problem.setProperty("problems", mistake.problems());
    problem.setProperty("warnings", List.of());
    return problem;
  }
}
