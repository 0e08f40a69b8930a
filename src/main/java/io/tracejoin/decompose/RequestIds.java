package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where the records that carry a request ID belong: to the one trace in their run's reach that
 * holds the ID, else to the ID's own key, where no spans are. Never guessed: two traces are none.
 */
final class RequestIds {

  private final UUID key;
  private final Map<UUID, List<RequestIdSpan>> spans = new HashMap<>();
  private final long reach;

  private RequestIds(UUID key, long reachNanos) {
    this.key = key;
    this.reach = reachNanos;
  }

  static RequestIds of(TraceInput input, long reachNanos) {
    RequestIds ids = new RequestIds(input.key(), reachNanos);
    for (RequestIdSpan span : input.requestIdSpans()) {
      ids.spans.computeIfAbsent(span.requestKey(), it -> new ArrayList<>(2)).add(span);
    }
    return ids;
  }

  /**
   * Traces that hold an ID.
   *
   * @param traces those in the run's reach
   * @param crowded so many spans hold it that it is no request's
   * @param outOfReach reach took one away
   */
  record Holders(Set<UUID> traces, boolean crowded, boolean outOfReach) {
    boolean ambiguous() {
      return crowded || traces.size() > 1;
    }

    boolean isAlone(UUID trace) {
      return !ambiguous() && traces.contains(trace);
    }

    boolean none() {
      return !crowded && traces.isEmpty();
    }
  }

  /** The traces that hold the request ID of this key, as the run sees them. */
  Holders holders(UUID requestKey, @Nullable RunFrame run) {
    List<RequestIdSpan> all = Objects.requireNonNullElse(spans.get(requestKey), List.of());
    Reach within = reach(run);
    Set<UUID> traces = new HashSet<>();
    boolean outOfReach = false;
    for (RequestIdSpan span : all) {
      if (within.allows(span.startNanos())) {
        traces.add(span.traceId());
      } else {
        outOfReach = true;
      }
    }
    return new Holders(traces, all.size() > RequestIdSpan.MOST, outOfReach);
  }

  /** Stamps between which a run's roots start. */
  Reach reach(@Nullable RunFrame run) {
    return run == null ? Reach.UNBOUNDED : Reach.of(run, reach);
  }

  /** Whether a record is to be explained under this key. */
  boolean belongsHere(ClientRecord record, @Nullable RunFrame run) {
    UUID requestKey = record.requestKey();
    if (requestKey == null) {
      return true;
    }
    Holders holders = holders(requestKey, run);
    return requestKey.equals(key) ? holders.ambiguous() || holders.none() : holders.isAlone(key);
  }
}
