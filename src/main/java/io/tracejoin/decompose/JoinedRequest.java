package io.tracejoin.decompose;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the join: a client record with what its trace explains, or a trace without a record.
 *
 * @param run the record's run; null for a trace without a record
 * @param reason why it is not matched; null for {@code matched} and {@code server_only}
 * @param client the record, repeats and hops put together; null for a trace without a record
 * @param hops rows of the call that were put together; 0 without a record
 * @param root the server root, or null where none was chosen
 * @param breakdown null where there is no root
 * @param dimensions from the trace where it has them, else from the record
 * @param outOfReach a root was left aside because it starts too far from the run's sends
 * @param mapping the mapping version used
 */
public record JoinedRequest(
    @Nullable RunFrame run,
    State state,
    @Nullable Reason reason,
    @Nullable ClientRecord client,
    int hops,
    @Nullable Span root,
    @Nullable Breakdown breakdown,
    List<Anomaly> anomalies,
    Map<Dimension, String> dimensions,
    boolean outOfReach,
    Mapping mapping) {

  /** Copies the collections. */
  public JoinedRequest {
    anomalies = List.copyOf(anomalies);
    Map<Dimension, String> ordered = new EnumMap<>(Dimension.class);
    ordered.putAll(dimensions);
    dimensions = Collections.unmodifiableMap(ordered);
  }

  /** Keeps the place of a request ID whose records are joined elsewhere. */
  public static JoinedRequest resolved(Mapping mapping) {
    return new JoinedRequest(
        null, State.RESOLVED, null, null, 0, null, null, List.of(), Map.of(), false, mapping);
  }

  /**
   * Every measure that is known, in nanoseconds: of a record without a root the client's own, which
   * count whether the record is traced or not.
   */
  public Map<Measure, Long> measures() {
    if (breakdown != null) {
      return breakdown.values();
    }
    return client == null ? Map.of() : ClientFigures.of(client);
  }

  /** When the streamed answer's content arrived at the client, as far as it tells. */
  public ContentTimes content() {
    return client == null ? ContentTimes.NONE : StreamFigures.content(client);
  }

  /** What {@code client_ttft} is measured to; null where it is not known. */
  public @Nullable TtftKind clientTtftKind() {
    return client == null ? null : ClientFigures.ttftKind(client);
  }
}
