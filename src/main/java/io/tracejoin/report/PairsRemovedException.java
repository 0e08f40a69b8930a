package io.tracejoin.report;

import java.net.URI;
import java.time.Instant;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Retention has removed the raw pairs that an answer would be made of. */
public final class PairsRemovedException extends ErrorResponseException {

  private static final URI TYPE = URI.create("https://tracejoin.io/problems/pairs-removed");
  private static final long serialVersionUID = 1L;

  /** 410 that names the run. */
  public PairsRemovedException(String runId, Instant removedAt) {
    super(HttpStatus.GONE, problem(runId, removedAt), null);
  }

  private static ProblemDetail problem(String runId, Instant removedAt) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.GONE,
            "The raw pairs of run '%s' were removed at %s. Its stored report is still there, also with other quantiles (q)."
                .formatted(runId, removedAt));
    problem.setType(TYPE);
    problem.setTitle("Raw pairs removed");
    problem.setProperty("run_id", runId);
    problem.setProperty("pairs_removed_at", removedAt.toString());
    return problem;
  }
}
