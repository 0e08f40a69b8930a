package io.tracejoin.ingest.client;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which run a load generator's own span is a record of (semantics 7): the one that its resource
 * names, else the one whose prefix its trace ID has, else the only open one that names its service.
 */
final class GeneratorRuns {

  private final List<GeneratorRun> runs;
  private final Set<String> configured;
  private final Set<String> services;

  /**
   * @param configured services that are generators whatever runs declare
   */
  GeneratorRuns(List<GeneratorRun> runs, Set<String> configured) {
    this.runs = List.copyOf(runs);
    this.configured = Set.copyOf(configured);
    this.services = new HashSet<>(configured);
    runs.forEach(run -> services.addAll(run.services()));
  }

  /** Whether a generator sent it, as far as anybody says so. */
  boolean isCall(Span span) {
    return span.kind() == SpanKind.CLIENT && services.contains(service(span));
  }

  /**
   * The name of the run that the span is a record of.
   *
   * @return null where nothing tells, or more than one run
   */
  @Nullable String runOf(Span span) {
    String named = span.resource().runId();
    if (named != null) {
      return isGeneratorOf(named, service(span)) ? named : null;
    }
    GeneratorRun byPrefix = byPrefix(span);
    return byPrefix == null ? onlyOpen(span) : byPrefix.runId();
  }

  private boolean isGeneratorOf(String runId, String service) {
    return configured.contains(service)
        || runs.stream()
            .anyMatch(it -> it.runId().equals(runId) && it.services().contains(service));
  }

  /** The longest prefix wins; two of one length are the same, and tell nothing. */
  private @Nullable GeneratorRun byPrefix(Span span) {
    String traceId = span.traceId().hex();
    GeneratorRun longest = null;
    boolean tied = false;
    for (GeneratorRun run : runs) {
      String prefix = prefix(run);
      if (!prefix.isEmpty()
          && traceId.startsWith(prefix)
          && isGeneratorOf(run.runId(), service(span))) {
        int most = longest == null ? 0 : prefix(longest).length();
        tied = prefix.length() == most || (tied && prefix.length() < most);
        longest = prefix.length() > most ? run : longest;
      }
    }
    return tied ? null : longest;
  }

  private static String prefix(GeneratorRun run) {
    return run.traceIdPrefix() == null ? "" : run.traceIdPrefix();
  }

  private @Nullable String onlyOpen(Span span) {
    List<GeneratorRun> naming =
        runs.stream().filter(it -> it.open() && it.services().contains(service(span))).toList();
    return naming.size() == 1 ? naming.get(0).runId() : null;
  }

  private static String service(Span span) {
    return span.resource().service();
  }
}
