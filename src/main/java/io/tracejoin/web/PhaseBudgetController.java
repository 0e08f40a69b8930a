package io.tracejoin.web;

import static io.tracejoin.web.Accepted.CSV;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.report.verdict.PhaseBudgetCsv;
import io.tracejoin.report.verdict.PhaseBudgets;
import io.tracejoin.report.verdict.PhaseBudgets.Question;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;
import tools.jackson.databind.json.JsonMapper;

/** Rows for dashboards: how much of its budget each phase of each run used. */
@RestController
final class PhaseBudgetController {

  private static final String LABEL = "label.";
  private static final int MOST_RUNS = 500;
  private static final String USUAL_RUNS = "20";

  private final PhaseBudgets phaseBudgets;
  private final KeptBodies kept;
  private final JsonMapper json;

  PhaseBudgetController(PhaseBudgets phaseBudgets, KeptBodies kept, JsonMapper json) {
    this.phaseBudgets = phaseBudgets;
    this.kept = kept;
    this.json = json;
  }

  /** Names the rows by what they are made of. */
  private record Rows(String state) {}

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
    return rows(question, form).answer(request);
  }

  /** Asks again where something was stored between the name and the rows. */
  private KeptBody rows(Question question, MediaType form) {
    while (true) {
      String state = phaseBudgets.state(question);
      Optional<KeptBody> rows = kept.get(new Rows(state), form, () -> bytes(question, form, state));
      if (rows.isPresent()) {
        return rows.get();
      }
    }
  }

  private Optional<byte[]> bytes(Question question, MediaType form, String state) {
    List<PhaseBudgets.Row> rows = phaseBudgets.rows(question);
    if (!state.equals(phaseBudgets.state(question))) {
      return Optional.empty();
    }
    return Optional.of(
        form.equals(CSV)
            ? PhaseBudgetCsv.of(rows).getBytes(StandardCharsets.UTF_8)
            : json.writeValueAsBytes(rows));
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
