package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The hops of one call put together: all but the last redirect or challenge, and each starts within
 * 10 ms of the previous one's end (semantics 2).
 */
final class HopChain {

  private HopChain() {}

  /**
   * Splits the rows of one identity into calls.
   *
   * @param rows in the order of sending
   */
  static List<ClientCall> calls(List<ClientRecord> rows) {
    List<ClientCall> calls = new ArrayList<>();
    List<ClientRecord> chain = new ArrayList<>();
    for (ClientRecord row : rows) {
      if (!chain.isEmpty() && !follows(chain.get(chain.size() - 1), row)) {
        calls.add(call(chain));
        chain = new ArrayList<>();
      }
      chain.add(row);
    }
    if (!chain.isEmpty()) {
      calls.add(call(chain));
    }
    return calls;
  }

  private static boolean follows(ClientRecord hop, ClientRecord next) {
    Long end = SendTime.end(hop);
    Long sent = next.times().sentAt();
    if (!Repeat.leadsOn(hop)
        || !Objects.equals(hop.labels().generator(), next.labels().generator())
        || end == null
        || sent == null) {
      return false;
    }
    long gap = Math.abs(Nanos.minus(sent, end));
    return gap <= Repeat.HOP_GAP + Repeat.slack(hop, next);
  }

  private static ClientCall call(List<ClientRecord> hops) {
    ClientRecord last = hops.get(hops.size() - 1);
    return new ClientCall(hops.size() == 1 ? last : sum(hops), hops.size(), last);
  }

  /** Durations are sums, the first token is the last hop's, the outcome too. */
  private static ClientRecord sum(List<ClientRecord> hops) {
    ClientRecord first = hops.get(0);
    ClientRecord last = hops.get(hops.size() - 1);
    boolean negativePart = hops.stream().anyMatch(ClientRecord::negativePart);
    return new ClientRecord(
        last.key(),
        last.identity(),
        last.parentSpanId(),
        last.outcome(),
        last.status(),
        RecordMerge.first(first.sampled(), last.sampled()),
        negativePart,
        sumTimes(hops, first.times(), last.times()),
        last.labels(),
        first.position());
  }

  private static ClientTimes sumTimes(
      List<ClientRecord> hops, ClientTimes first, ClientTimes last) {
    Long before = sum(hops.subList(0, hops.size() - 1), ClientTimes::total);
    return new ClientTimes(
        first.sentAt(),
        first.plannedAt(),
        sum(hops, ClientTimes::total),
        plus(before, last.ttft()),
        last.ttftKind(),
        sum(hops, ClientTimes::blocked),
        sum(hops, ClientTimes::connecting),
        sum(hops, ClientTimes::tls),
        sum(hops, ClientTimes::sending),
        sum(hops, ClientTimes::waiting),
        sum(hops, ClientTimes::receiving),
        plus(before, last.streamEnd()),
        before == null ? ContentTimes.NONE : last.content().later(before));
  }

  private interface Duration {
    @Nullable Long of(ClientTimes times);
  }

  private static @Nullable Long sum(List<ClientRecord> hops, Duration duration) {
    Long sum = 0L;
    for (ClientRecord hop : hops) {
      sum = plus(sum, duration.of(hop.times()));
    }
    return sum;
  }

  private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) Nanos.plus(one, other);
  }
}
