package io.tracejoin.web;

import static io.tracejoin.web.Accepted.CSV;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.report.verdict.PhaseBudgetCsv;
import io.tracejoin.report.verdict.PhaseBudgets;
import io.tracejoin.report.verdict.PhaseBudgets.Question;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** Rows for dashboards: how much of its budget each phase of each run used. */
@RestController
final class PhaseBudgetController {

  private static final String LABEL = "label.";
  private static final int MOST_RUNS = 500;
  private static final String USUAL_RUNS = "20";

  private final PhaseBudgets phaseBudgets;

  PhaseBudgetController(PhaseBudgets phaseBudgets) {
    this.phaseBudgets = phaseBudgets;
  }

  @GetMapping(
      path = "/api/v1/phase-budgets",
      produces = {MediaType.APPLICATION_JSON_VALUE, Accepted.CSV_VALUE})
  ResponseEntity<Object> rows(
      @RequestParam(name = "last", required = false) @Nullable String last,
      @RequestParam(name = "from", required = false) @Nullable String from,
      @RequestParam(name = "to", required = false) @Nullable String to,
      @RequestParam MultiValueMap<String, String> parameters,
      @RequestHeader HttpHeaders headers,
      ServletWebRequest request) {
    List<String> runs = parameters.getOrDefault("run", List.of());
    String most = last == null ? (runs.isEmpty() ? USUAL_RUNS : "" + MOST_RUNS) : last;
    Question question =
        new Question(
            runs,
            (int) Parameters.number("last", most, 1, MOST_RUNS),
            labels(parameters),
            time("from", from),
            time("to", to));
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, CSV));
    String eTag = "\"" + phaseBudgets.state(question) + (form.equals(CSV) ? "-csv" : "") + "\"";
    if (request.checkNotModified(eTag)) {
      return ResponseEntity.status(304).eTag(eTag).build();
    }
    List<PhaseBudgets.Row> rows = phaseBudgets.rows(question);
    return ResponseEntity.ok()
        .eTag(eTag)
        .cacheControl(CacheControl.noCache())
        .varyBy(HttpHeaders.ACCEPT)
        .contentType(form)
        .body(form.equals(CSV) ? PhaseBudgetCsv.of(rows) : rows);
  }

  private static Map<String, String> labels(MultiValueMap<String, String> parameters) {
    Map<String, String> labels = new LinkedHashMap<>();
    parameters.forEach(
        (name, values) -> {
          if (name.startsWith(LABEL) && name.length() > LABEL.length()) {
            labels.put(name.substring(LABEL.length()), values.get(0));
          }
        });
    return labels;
  }

  /** RFC 3339, or milliseconds since 1970 as dashboards send them. */
  private static @Nullable Instant time(String name, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return text.matches("\\d{1,15}")
          ? Instant.ofEpochMilli(Long.parseLong(text))
          : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new BadParameterException(
          name, name + ": '" + text + "' is no RFC 3339 time, nor milliseconds since 1970");
    }
  }
}
