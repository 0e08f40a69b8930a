package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run's view of a trace: its calls, and the spans as its mapping and its generators make them.
 *
 * @param frame null where nothing is known of the run
 * @param identities correlated calls, by the parent that they carry
 * @param uncorrelated calls without any identifier
 */
record RunTrace(
    @Nullable RunFrame frame,
    Forest forest,
    Roles roles,
    Candidates candidates,
    List<ClientCalls> identities,
    List<ClientCall> uncorrelated) {

  private static final Comparator<ClientCalls> BY_PARENT =
      Comparator.comparing(ClientCalls::parent, Comparator.nullsFirst(Comparator.naturalOrder()));

  static RunTrace of(
      @Nullable RunFrame frame, List<ClientRecord> records, TraceSpans spans, long reachNanos) {
    Map<@Nullable SpanId, List<ClientRecord>> byParent = new HashMap<>();
    List<ClientRecord> uncorrelated = new ArrayList<>();
    for (ClientRecord record : records) {
      if (record.correlated()) {
        byParent.computeIfAbsent(record.parentSpanId(), parent -> new ArrayList<>(1)).add(record);
      } else {
        uncorrelated.add(record);
      }
    }
    List<ClientCalls> identities = new ArrayList<>(byParent.size());
    byParent.forEach((parent, rows) -> identities.add(ClientCalls.of(parent, rows)));
    identities.sort(BY_PARENT);
    Forest forest = spans.forest(frame == null ? Set.of() : frame.generatorServices());
    return new RunTrace(
        frame,
        forest,
        spans.roles(forest, frame),
        candidates(frame, forest, reachNanos),
        identities,
        uncorrelated.isEmpty() ? List.of() : ClientCalls.of(null, uncorrelated).calls());
  }

  private static Candidates candidates(@Nullable RunFrame frame, Forest forest, long reachNanos) {
    return frame == null
        ? new Candidates(forest, Set.of(), Reach.UNBOUNDED)
        : new Candidates(forest, frame.services(), Reach.of(frame, reachNanos));
  }

  /** Identities of which some call reached the network. */
  List<ClientCalls> sent() {
    return identities.stream().filter(it -> !it.sent().isEmpty()).toList();
  }

  /** A run's number; a run that nothing is known of comes last. */
  int number() {
    return frame == null ? Integer.MAX_VALUE : frame.id();
  }
}
