package io.tracejoin.web;

import io.tracejoin.decompose.Mapping;
import io.tracejoin.report.verdict.VerdictStore.Newest;
import io.tracejoin.run.Declarations;
import io.tracejoin.run.MappingCatalog;
import io.tracejoin.run.Run;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A run's JSON: where it is in its life, then what was declared about it. */
@Component
final class RunAnswer {

  private static final JsonMapper JSON = new JsonMapper();

  private final Declarations declarations;
  private final MappingCatalog mappings;

  RunAnswer(Declarations declarations, MappingCatalog mappings) {
    this.declarations = declarations;
    this.mappings = mappings;
  }

  ObjectNode of(Run run) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("run_id", run.runId());
    answer.put("state", run.state().code());
    answer.put("created_at", text(run.createdAt()));
    answer.put("settling_at", text(run.settlingAt()));
    answer.put("finished_at", text(run.finishedAt()));
    answer.put("finished_by", run.finishedBy());
    answer.put("pairs_removed_at", text(run.pairsRemovedAt()));
    Mapping mapping = mappings.find(run.mappingId());
    answer.putObject("mapping").put("name", mapping.name()).put("version", mapping.version());
    answer.setAll(declarations.tree(run.declaration()));
    return answer;
  }

  /** With the newest stored verdict; null where the run was not judged. */
  ObjectNode withVerdict(Run run, @Nullable Newest verdict) {
    ObjectNode answer = of(run);
    answer.set("verdict", JSON.valueToTree(verdict));
    return answer;
  }

  ObjectNode of(Run run, List<String> unknownFields) {
    ObjectNode answer = of(run);
    if (!unknownFields.isEmpty()) {
      unknownFields.forEach(answer.putArray("unknown_fields")::add);
    }
    return answer;
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
