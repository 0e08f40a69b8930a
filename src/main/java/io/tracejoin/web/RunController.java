package io.tracejoin.web;

import io.tracejoin.ingest.client.GeneratorSpans;
import io.tracejoin.report.verdict.Verdicts;
import io.tracejoin.run.Declarations;
import io.tracejoin.run.Run;
import io.tracejoin.run.RunId;
import io.tracejoin.run.Runs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs: create or amend, list, finish, join again, remove. */
@RestController
@RequestMapping("/api/v1/runs")
final class RunController {

  private static final int MOST = 1000;

  private final Runs runs;
  private final RunAnswer answer;
  private final Verdicts verdicts;
  private final GeneratorSpans generators;
  private final RunList list;

  RunController(
      Runs runs, RunAnswer answer, Verdicts verdicts, GeneratorSpans generators, RunList list) {
    this.runs = runs;
    this.answer = answer;
    this.verdicts = verdicts;
    this.generators = generators;
    this.list = list;
  }

  /**
   * Runs, the newest first.
   *
   * @param q a part of the run's ID, name or of a label
   * @param cursor {@code next_cursor} of the page before
   */
  @GetMapping
  RunList.ListOfRuns page(
      @RequestParam(name = "q", required = false) @Nullable String q,
      @RequestParam(name = "limit", defaultValue = "1000") String limit,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor) {
    int most = (int) Parameters.number("limit", limit, 1, MOST);
    int before =
        cursor == null
            ? Integer.MAX_VALUE
            : (int) Parameters.number("cursor", cursor, 1, Integer.MAX_VALUE);
    return list.page(q, before, most);
  }

  @GetMapping("/{run_id}")
  ObjectNode one(@PathVariable("run_id") String runId) {
    Run run = runs.find(new RunId(runId)).orElseThrow(() -> NotFound.run(runId));
    return answer.withVerdict(run, verdicts.newest(List.of(run.id())).get(run.id()));
  }

  /** Merges: absent keys stay, null clears. No body creates the run with nothing declared. */
  @PutMapping("/{run_id}")
  ObjectNode declare(
      @PathVariable("run_id") String runId,
      @RequestBody(required = false) @Nullable JsonNode body) {
    ObjectNode patch = object(body);
    Run run = runs.declare(new RunId(runId), patch);
    if (patch.has("generator_services") || patch.has("trace_id_prefix")) {
      generators.declared(new RunId(runId));
    }
    return answer.of(run, Declarations.unknownFields(patch));
  }

  @PostMapping("/{run_id}/finish")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ObjectNode finish(@PathVariable("run_id") String runId) {
    return answer.of(runs.finish(new RunId(runId)).orElseThrow(() -> NotFound.run(runId)));
  }

  /** Joins the run as a whole again, with the mapping in force now. */
  @PostMapping("/{run_id}/rejoin")
  @ResponseStatus(HttpStatus.ACCEPTED)
  ObjectNode rejoin(@PathVariable("run_id") String runId) {
    return answer.of(runs.rejoin(new RunId(runId)).orElseThrow(() -> NotFound.run(runId)));
  }

  @DeleteMapping("/{run_id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void erase(@PathVariable("run_id") String runId) {
    if (!runs.erase(new RunId(runId))) {
      throw NotFound.run(runId);
    }
  }

  private static ObjectNode object(@Nullable JsonNode body) {
    if (body == null || body.isNull() || body.isMissingNode()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (body instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("body: expected a JSON object");
  }
}
