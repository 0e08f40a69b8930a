package io.tracejoin.web;

import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.budget.Advice;
import io.tracejoin.budget.BadBudgetException;
import io.tracejoin.budget.Budget;
import io.tracejoin.budget.BudgetDocument;
import io.tracejoin.budget.Budgets;
import io.tracejoin.budget.StaleBudgetException;
import io.tracejoin.budget.StoredBudget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Budgets: make a version, read one, check a document. */
@RestController
final class BudgetController {

  private static final String BUDGET = "/api/v1/budgets/{name}";
  private static final int MOST_BYTES = 1 << 20;
  private static final MediaType YAML = MediaType.APPLICATION_YAML;
  private static final MediaType TEXT_YAML = MediaType.parseMediaType("text/yaml");
  private static final MediaType X_YAML = MediaType.parseMediaType("application/x-yaml");
  private static final JsonMapper JSON = new JsonMapper();

  private final Budgets budgets;

  BudgetController(Budgets budgets) {
    this.budgets = budgets;
  }

  @GetMapping("/api/v1/budgets")
  BudgetAnswer.ListOfBudgets all() {
    return new BudgetAnswer.ListOfBudgets(
        budgets.all().stream().map(it -> BudgetAnswer.Short.of(it, budgets.read(it))).toList());
  }

  /** Makes the next version, unless the newest says the same. */
  @PutMapping(BUDGET)
  ResponseEntity<BudgetAnswer> put(
      @PathVariable String name, InputStream body, @RequestHeader HttpHeaders headers)
      throws IOException {
    String text = text(body, headers);
    Integer expected = expected(name, headers);
    try {
      Budgets.Put put = budgets.put(name, text, expected);
      StoredBudget version = put.version();
      return ResponseEntity.status(put.created() ? HttpStatus.CREATED : HttpStatus.OK)
          .eTag(eTag(version))
          .body(BudgetAnswer.of(version, put.created(), put.warnings(), budgets.versions(name)));
    } catch (BadBudgetException mistake) {
      throw new BadBudgetDocumentException(HttpStatus.BAD_REQUEST, mistake);
    } catch (StaleBudgetException stale) {
      HttpStatus status = expected == null ? HttpStatus.CONFLICT : HttpStatus.PRECONDITION_FAILED;
      throw new ResponseStatusException(status, stale.getMessage());
    }
  }

  /** Reads a document and stores nothing: 200 where it can be read, else 422. */
  @PostMapping("/api/v1/budgets/validate")
  BudgetAnswer.Valid validate(InputStream body, @RequestHeader HttpHeaders headers)
      throws IOException {
    try {
      Budget budget = budgets.read(text(body, headers));
      return new BudgetAnswer.Valid(true, Advice.on(budget), List.of(), BudgetDocument.of(budget));
    } catch (BadBudgetException mistake) {
      throw new BadBudgetDocumentException(HttpStatus.UNPROCESSABLE_CONTENT, mistake);
    }
  }

  @GetMapping(BUDGET)
  ResponseEntity<Object> newest(@PathVariable String name, @RequestHeader HttpHeaders headers) {
    return answer(budgets.newest(name).orElseThrow(() -> unknown(name)), headers);
  }

  @GetMapping(BUDGET + "/versions/{version}")
  ResponseEntity<Object> version(
      @PathVariable String name, @PathVariable String version, @RequestHeader HttpHeaders headers) {
    int number = (int) Parameters.number("version", version, 1, Integer.MAX_VALUE);
    return answer(
        budgets
            .find(name, number)
            .orElseThrow(
                () ->
                    new NotFound(
                        "unknown-budget",
                        "There is no version " + number + " of a budget '" + name + "'.")),
        headers);
  }

  private ResponseEntity<Object> answer(StoredBudget stored, HttpHeaders headers) {
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, YAML, TEXT_YAML, X_YAML));
    Budget budget = budgets.read(stored);
    Object body =
        form.equals(APPLICATION_JSON)
            ? BudgetAnswer.of(stored, null, Advice.on(budget), budgets.versions(stored.name()))
            : yaml(stored, budget);
    return ResponseEntity.ok()
        .eTag(eTag(stored))
        // Both forms of a version have its tag: a cache must not give one for the other.
        .varyBy(HttpHeaders.ACCEPT)
        .contentType(form)
        .body(body);
  }

  /** As it was given; JSON is given back as YAML. */
  private static byte[] yaml(StoredBudget stored, Budget budget) {
    boolean json = stored.text().stripLeading().startsWith("{");
    String text = json ? BudgetDocument.yaml(budget) : stored.text();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The version that the caller has seen; 0 for none, null where he does not say. */
  private @Nullable Integer expected(String name, HttpHeaders headers) {
    if ("*".equals(headers.getFirst(HttpHeaders.IF_NONE_MATCH))) {
      return 0;
    }
    String seen = headers.getFirst(HttpHeaders.IF_MATCH);
    if (seen == null) {
      return null;
    }
    if (seen.equals("*")) {
      return budgets.newest(name).map(StoredBudget::version).orElse(-1);
    }
    return (int)
        Parameters.number(
            "If-Match", seen.replace("\"", "").replace("W/", ""), 0, Integer.MAX_VALUE);
  }

  private static String eTag(StoredBudget version) {
    return "\"" + version.version() + "\"";
  }

  private static String text(InputStream body, HttpHeaders headers) throws IOException {
    byte[] bytes = body.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new ResponseStatusException(
          HttpStatus.CONTENT_TOO_LARGE, "The body exceeds " + MOST_BYTES + " bytes.");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    MediaType type = headers.getContentType();
    if (type != null && type.isCompatibleWith(APPLICATION_JSON) && type.isConcrete()) {
      requireJson(text);
    }
    return text;
  }

  /** What is called JSON is JSON, though the reader takes YAML as well. */
  private static void requireJson(String text) {
    try {
      JSON.readTree(text);
    } catch (JacksonException malformed) {
      throw new IllegalArgumentException("body: not JSON: " + malformed.getOriginalMessage());
    }
  }

  private static NotFound unknown(String name) {
    return new NotFound("unknown-budget", "There is no budget '" + name + "'.");
  }
}
