package io.tracejoin.report;

import io.tracejoin.run.RunId;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** There is no run of that name. */
public final class UnknownRunException extends ErrorResponseException {

  private static final URI TYPE = URI.create("https://tracejoin.io/problems/unknown-run");

  /** 404 that names the run. */
  public UnknownRunException(RunId runId) {
    super(HttpStatus.NOT_FOUND, problem(runId), null);
  }

  private static ProblemDetail problem(RunId runId) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_FOUND,
            "There is no run '" + runId + "'. A run is made by its first upload or by PUT.");
    problem.setType(TYPE);
    problem.setTitle("Unknown run");
    problem.setProperty("run_id", runId.value());
    return problem;
  }
}
