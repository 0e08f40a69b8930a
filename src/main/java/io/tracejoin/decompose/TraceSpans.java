package io.tracejoin.decompose;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The spans of one trace, made ready once for each set of generators and each mapping. */
final class TraceSpans {

  private final SpanSet spans;
  private final Mapping current;
  private final Function<Mapping, PhaseMapping> compiled;
  private final Map<Set<String>, Forest> forests = new HashMap<>();
  private final Map<Forest, Map<Integer, Roles>> roles = new HashMap<>();

  TraceSpans(TraceInput input, Function<Mapping, PhaseMapping> compiled) {
    this.spans = SpanSet.of(input.spans());
    this.current = input.current();
    this.compiled = compiled;
  }

  Forest forest(Set<String> generatorServices) {
    return forests.computeIfAbsent(generatorServices, it -> Forest.of(spans, it));
  }

  Roles roles(Forest forest, @Nullable RunFrame frame) {
    Mapping mapping = frame == null ? current : frame.mapping();
    return roles
        .computeIfAbsent(forest, it -> new HashMap<>())
        .computeIfAbsent(mapping.id(), id -> new Roles(forest, compiled.apply(mapping)));
  }
}
