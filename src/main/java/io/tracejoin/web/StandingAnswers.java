package io.tracejoin.web;

import io.tracejoin.report.ReportQuestion;
import io.tracejoin.report.Reports;
import io.tracejoin.report.StandingReport;
import io.tracejoin.run.RunId;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.ServletWebRequest;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers that are made of a run's data and declaration alone: as long as its stored report stands,
 * they stand too and are not computed again.
 */
@Component
final class StandingAnswers {

  private final Reports reports;
  private final KeptBodies kept;
  private final JsonMapper json;

  StandingAnswers(Reports reports, KeptBodies kept, JsonMapper json) {
    this.reports = reports;
    this.kept = kept;
    this.json = json;
  }

  private record Name(StandingReport standing, Object question) {}

  /**
   * The answer as JSON.
   *
   * @param question what is asked, beside the run: a value of a type that is of this question alone
   */
  ResponseEntity<Object> answer(
      RunId run, Object question, ServletWebRequest request, Supplier<Object> answer) {
    return body(run, question, answer)
        .map(it -> it.answer(request))
        .orElseGet(
            () -> ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(answer.get()));
  }

  /** Computes the answer ahead of its first reader; does nothing where no report stands. */
  void prepare(RunId run, Object question, Supplier<Object> answer) {
    body(run, question, answer);
  }

  private Optional<KeptBody> body(RunId run, Object question, Supplier<Object> answer) {
    return standing(run)
        .flatMap(
            it ->
                kept.get(
                    new Name(it, question),
                    MediaType.APPLICATION_JSON,
                    () -> bytes(run, it, answer)));
  }

  /** Not kept where something came while it was computed: it may be of the data of afterwards. */
  private Optional<byte[]> bytes(RunId run, StandingReport standing, Supplier<Object> answer) {
    byte[] bytes = json.writeValueAsBytes(answer.get());
    return standing(run).filter(standing::equals).map(it -> bytes);
  }

  private Optional<StandingReport> standing(RunId run) {
    return reports.standing(run, ReportQuestion.STANDARD);
  }
}
