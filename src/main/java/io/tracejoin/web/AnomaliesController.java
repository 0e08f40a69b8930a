package io.tracejoin.web;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.report.AnomalyMeaning;
import io.tracejoin.report.RequestStore;
import io.tracejoin.report.UnknownRunException;
import io.tracejoin.run.RunId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What is odd about a run's requests: counts by kind, and trace IDs to look at. */
@RestController
final class AnomaliesController {

  private static final int MOST = 1000;

  private final RequestStore requests;

  AnomaliesController(RequestStore requests) {
    this.requests = requests;
  }

  /**
   * All kinds with a few examples each, or with {@code kind} one of them; {@code limit} and {@code
   * offset} page the examples.
   */
  @GetMapping(path = "/api/v1/runs/{run_id}/anomalies", produces = "application/json")
  Anomalies anomalies(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "kind", required = false) @Nullable String kind,
      @RequestParam(name = "limit", defaultValue = "10") String limit,
      @RequestParam(name = "offset", defaultValue = "0") String offset) {
    RunId run = Parameters.run(runId);
    Anomaly.Code asked = Parameters.code("kind", Anomaly.Code.class, kind);
    int most = (int) Parameters.number("limit", limit, 1, MOST);
    long from = Parameters.number("offset", offset, 0, 1L << 40);
    int number = requests.run(run).orElseThrow(() -> new UnknownRunException(run));
    return new Anomalies(
        run.value(),
        requests.anomalies(number).entrySet().stream()
            .filter(it -> asked == null || asked.code().equals(it.getKey()))
            .map(it -> kind(number, it, most, from))
            .toList());
  }

  private Kind kind(int run, Map.Entry<String, Long> counted, int limit, long offset) {
    Anomaly.Code code = Anomaly.Code.valueOf(counted.getKey().toUpperCase(Locale.ROOT));
    return new Kind(
        code.code(),
        counted.getValue(),
        AnomalyMeaning.of(code),
        requests.examples(run, code, limit, offset));
  }

  /** The answer; the most frequent kind first. */
  @JsonNaming(SnakeCaseStrategy.class)
  record Anomalies(String runId, List<Kind> anomalies) {}

  /**
   * One kind.
   *
   * @param requests client records that have it
   * @param examples trace IDs in ascending order
   */
  record Kind(String code, long requests, String message, List<String> examples) {}
}
