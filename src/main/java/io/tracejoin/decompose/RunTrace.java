package io.tracejoin.decompose;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run's view of a trace: its calls, and the spans as its mapping and its generators make them.
 *
 * @param frame null where nothing is known of the run
 * @param identities correlated calls, by the parent or the request ID that they carry
 * @param uncorrelated calls without any identifier
 * @param requestIds which traces hold the request IDs
 */
record RunTrace(
    @Nullable RunFrame frame,
    Forest forest,
    Roles roles,
    Candidates candidates,
    List<ClientCalls> identities,
    List<ClientCall> uncorrelated,
    RequestIds requestIds) {

  private static final Comparator<ClientCalls> BY_IDENTITY =
      Comparator.comparing(ClientCalls::parent, nullsFirst(naturalOrder()))
          .thenComparing(ClientCalls::requestKey, nullsFirst(naturalOrder()));

  /** What tells the calls of one trace apart. */
  private record Key(@Nullable SpanId parent, @Nullable UUID requestKey) {
    static Key of(ClientRecord record) {
      UUID requestKey = record.requestKey();
      return new Key(requestKey == null ? record.parentSpanId() : null, requestKey);
    }
  }

  static RunTrace of(
      @Nullable RunFrame frame,
      List<ClientRecord> records,
      TraceSpans spans,
      RequestIds requestIds) {
    Map<Key, List<ClientRecord>> byKey = new HashMap<>();
    List<ClientRecord> uncorrelated = new ArrayList<>();
    for (ClientRecord record : records) {
      if (record.correlated()) {
        byKey.computeIfAbsent(Key.of(record), key -> new ArrayList<>(1)).add(record);
      } else {
        uncorrelated.add(record);
      }
    }
    List<ClientCalls> identities = new ArrayList<>(byKey.size());
    byKey.forEach((key, rows) -> identities.add(ClientCalls.of(key.parent, rows)));
    identities.sort(BY_IDENTITY);
    Forest forest = spans.forest(frame == null ? Set.of() : frame.generatorServices());
    return new RunTrace(
        frame,
        forest,
        spans.roles(forest, frame),
        candidates(frame, forest, requestIds.reach(frame)),
        identities,
        uncorrelated.isEmpty() ? List.of() : ClientCalls.of(null, uncorrelated).calls(),
        requestIds);
  }

  private static Candidates candidates(@Nullable RunFrame frame, Forest forest, Reach reach) {
    return new Candidates(forest, frame == null ? Set.of() : frame.services(), reach);
  }

  /** The traces that hold the request ID of these calls; null where they carry none. */
  RequestIds.@Nullable Holders holders(ClientCalls calls) {
    UUID requestKey = calls.requestKey();
    return requestKey == null ? null : requestIds.holders(requestKey, frame);
  }

  /** Identities of which some call reached the network. */
  List<ClientCalls> sent() {
    List<ClientCalls> sent = new ArrayList<>(identities.size());
    for (ClientCalls it : identities) {
      if (!it.sent().isEmpty()) {
        sent.add(it);
      }
    }
    return sent;
  }

  /** A run's number; a run that nothing is known of comes last. */
  int number() {
    return frame == null ? Integer.MAX_VALUE : frame.id();
  }
}
