package io.tracejoin.web;

import io.tracejoin.report.RunSummaries;
import io.tracejoin.report.RunSummaries.Line;
import io.tracejoin.report.verdict.VerdictStore.Newest;
import io.tracejoin.report.verdict.Verdicts;
import io.tracejoin.run.Run;
import io.tracejoin.run.Runs;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Runs page by page: what each is, and what its newest stored report says. */
@Component
final class RunList {

  private final Runs runs;
  private final RunSummaries summaries;
  private final RunAnswer answer;
  private final Verdicts verdicts;
  private final JsonMapper json;

  RunList(Runs runs, RunSummaries summaries, RunAnswer answer, Verdicts verdicts, JsonMapper json) {
    this.runs = runs;
    this.summaries = summaries;
    this.answer = answer;
    this.verdicts = verdicts;
    this.json = json;
  }

  ListOfRuns page(@Nullable String q, int before, int limit) {
    String words = q == null || q.isBlank() ? null : q.strip().toLowerCase(Locale.ROOT);
    List<Line> lines = summaries.page(words, before, limit);
    Map<Integer, Run> found =
        runs.numbered(lines.stream().map(Line::run).toList()).stream()
            .collect(Collectors.toMap(Run::id, Function.identity()));
    Map<Integer, Newest> judged = verdicts.newest(List.copyOf(found.keySet()));
    String next = lines.size() < limit ? null : "" + lines.get(lines.size() - 1).run();
    return new ListOfRuns(
        lines.stream()
            .filter(it -> found.containsKey(it.run()))
            .map(it -> of(it, found, judged))
            .toList(),
        next);
  }

  private ObjectNode of(Line line, Map<Integer, Run> found, Map<Integer, Newest> judged) {
    Run listed = Objects.requireNonNull(found.get(line.run()));
    ObjectNode run = answer.withVerdict(listed, judged.get(line.run()));
    run.set("summary", json.valueToTree(line.summary()));
    return run;
  }

  /**
   * Runs, the newest first.
   *
   * @param nextCursor where the next page starts; null where the list ends
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record ListOfRuns(List<ObjectNode> runs, @Nullable String nextCursor) {}
}
