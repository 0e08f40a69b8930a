package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one run that carry one identity: (trace, parent span), the trace alone or a request
 * ID (semantics 2). Repeats are put together first, then hops; what is left over and differs is a
 * collision, or visibly several requests.
 *
 * @param parent the parent span ID that all carry, or null
 * @param calls at least one, in the order of sending
 * @param sent the calls that reached the network
 * @param clash why the sent ones among them are in no quantile; null where at most one was sent
 */
record ClientCalls(
    @Nullable SpanId parent, List<ClientCall> calls, List<ClientCall> sent, @Nullable Clash clash) {

  /** Why records of one identity are in no quantile. */
  enum Clash {
    /** Facts differ that one request cannot have both: which record is right is not known. */
    DUPLICATE,
    /**
     * They carry the trace ID alone and different send times: other requests, not to be told apart.
     */
    SEVERAL
  }

  /** A total order of records that knows nothing of the order of arrival. */
  static final Comparator<ClientRecord> ORDER =
      Comparator.<ClientRecord, Boolean>comparing(it -> it.times().sentAt() == null)
          .thenComparing(it -> Objects.requireNonNullElse(it.times().sentAt(), 0L))
          .thenComparing(ClientRecord::position)
          .thenComparing(ClientRecord::toString);

  /** Rows of whole seconds are ordered as in the file: their stamps say less. */
  private static final Comparator<ClientRecord> BY_FILE =
      Comparator.comparing(ClientRecord::position).thenComparing(ORDER);

  /** Above this many different rows of one identity, gaps are not filled in any more. */
  private static final int COMPARED = 64;

  static ClientCalls of(@Nullable SpanId parent, Collection<ClientRecord> rows) {
    List<ClientRecord> told = withoutRepeats(rows);
    if (told.size() > 1) {
      boolean coarse = told.stream().allMatch(it -> SendTime.unit(it) == SendTime.SECOND);
      told.sort(coarse ? BY_FILE : ORDER);
    }
    List<ClientCall> calls = HopChain.calls(told);
    List<ClientCall> sent = new ArrayList<>(calls);
    sent.removeIf(ClientCall::neverSent);
    return new ClientCalls(
        parent,
        Collections.unmodifiableList(calls),
        Collections.unmodifiableList(sent),
        sent.size() < 2 ? null : clashOfSent(sent));
  }

  /** The key of the request ID that all carry; null where they carry another identifier. */
  @Nullable UUID requestKey() {
    return calls.get(0).record().requestKey();
  }

  private static Clash clashOfSent(List<ClientCall> calls) {
    Set<Long> sends = new HashSet<>();
    for (ClientCall call : calls) {
      Long sent = call.record().times().sentAt();
      if (isOneRequests(call.record()) || sent == null || !sends.add(sent)) {
        return Clash.DUPLICATE;
      }
    }
    return Clash.SEVERAL;
  }

  private static boolean isOneRequests(ClientRecord record) {
    return record.parentSpanId() != null || record.requestKey() != null;
  }

  private static List<ClientRecord> withoutRepeats(Collection<ClientRecord> rows) {
    if (rows.size() == 1) {
      return new ArrayList<>(rows);
    }
    Map<Object, ClientRecord> equal = new LinkedHashMap<>();
    rows.stream().sorted(ORDER).forEach(it -> equal.merge(facts(it), it, RecordMerge::of));
    List<ClientRecord> told = new ArrayList<>(equal.values());
    return told.size() > COMPARED ? told : filledIn(told);
  }

  /** What two records have in common that tell the same and lack the same. */
  private static Object facts(ClientRecord record) {
    List<@Nullable Long> durations = Repeat.durations(record.times());
    boolean measured = durations.stream().anyMatch(it -> it != null && it > 0);
    List<@Nullable Object> facts = new ArrayList<>(durations);
    facts.add(record.outcome());
    facts.add(record.status());
    facts.add(record.times().content());
    facts.add(measured ? null : record.times().sentAt());
    return facts;
  }

  private static List<ClientRecord> filledIn(List<ClientRecord> rows) {
    List<ClientRecord> told = new ArrayList<>(rows.size());
    for (ClientRecord row : rows) {
      int same = firstSame(told, row);
      if (same < 0) {
        told.add(row);
      } else {
        told.set(same, RecordMerge.of(told.get(same), row));
      }
    }
    return told;
  }

  private static int firstSame(List<ClientRecord> told, ClientRecord row) {
    for (int i = 0; i < told.size(); i++) {
      if (Repeat.isSame(told.get(i), row)) {
        return i;
      }
    }
    return -1;
  }
}
