package io.tracejoin.ingest.client;

import io.tracejoin.run.K6Summary;
import io.tracejoin.run.RunId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes k6's end-of-test summary in. One a run, the latest wins: summaries of several generators
 * cannot be merged, since nobody can add percentiles.
 */
@RestController
final class K6SummaryController {

  private final RunNumbers runs;
  private final K6SummaryStore store;

  K6SummaryController(RunNumbers runs, K6SummaryStore store) {
    this.runs = runs;
    this.store = store;
  }

  /** Keeps the summary and answers how it was understood. */
  @PostMapping("/api/v1/runs/{run_id}/k6-summary")
  K6Summary post(@PathVariable("run_id") String runId, HttpServletRequest request)
      throws IOException {
    RunId run = new RunId(runId);
    K6Summary summary = K6SummaryReader.read(K6Body.read(request));
    store.keep(runs.of(run), summary);
    return summary;
  }
}
