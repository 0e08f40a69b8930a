package io.tracejoin.ingest.client;

import io.tracejoin.run.Declarations;
import io.tracejoin.run.Run;
import io.tracejoin.run.RunId;
import io.tracejoin.run.Runs;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes in what load a generator is told to make, and declares it as {@code PUT} would. */
@RestController
final class K6LoadController {

  private static final String FORMAT = "k6-inspect";

  private final Runs runs;
  private final Declarations declarations;

  K6LoadController(Runs runs, Declarations declarations) {
    this.runs = runs;
    this.declarations = declarations;
  }

  /** Declares the promised load, and answers what is now declared of it. */
  @PostMapping("/api/v1/runs/{run_id}/load")
  ObjectNode post(
      @PathVariable("run_id") String runId,
      @RequestParam(defaultValue = FORMAT) String format,
      HttpServletRequest request)
      throws IOException {
    if (!format.equals(FORMAT)) {
      throw UploadProblems.unknownFormat(format, Set.of(FORMAT));
    }
    RunId run = new RunId(runId);
    K6Promise promise = K6Promise.read(K6Body.read(request));
    Set<String> before =
        runs.find(run)
            .map(it -> declarations.tree(it.declaration()).path("scenarios").propertyNames())
            .map(Set::copyOf)
            .orElse(Set.of());
    return answer(runs.declare(run, promise.patch(before)));
  }

  private ObjectNode answer(Run run) {
    ObjectNode declared = declarations.tree(run.declaration());
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("run_id", run.runId());
    answer.set("load", declared.path("load"));
    answer.set("scenarios", declared.path("scenarios"));
    return answer;
  }
}
