package io.tracejoin.decompose;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How two client records of one run relate (semantics 2). */
public enum Repeat {
  /** Other requests: nothing to do with each other. */
  UNRELATED,
  /**
   * Rows of one call: one of them was redirected, or challenged for authentication, and the other
   * followed. Between them further hops may stand, so the gap is not asked for here.
   */
  HOPS,
  /** The same request told twice: equal in outcome, status and every duration that both carry. */
  SAME,
  /** The same identity with other facts: a collision. */
  CONFLICT;

  /**
   * How far from the end of a hop the next one starts at most, either way.
   *
   * @see HopChain
   */
  static final long HOP_GAP = 10_000_000;

  private static final int UNAUTHORIZED = 401;

  /**
   * Relates two records of one run, in any order. Records that carry the same trace ID alone and
   * were sent at different times are two requests, not a collision; a request ID is one request's.
   */
  public static Repeat of(ClientRecord one, ClientRecord other) {
    if (!one.key().equals(other.key())
        || one.identity() != other.identity()
        || !Objects.equals(one.parentSpanId(), other.parentSpanId())) {
      return UNRELATED;
    }
    if (!one.correlated() || isSame(one, other)) {
      return SAME;
    }
    if (precedes(one, other) || precedes(other, one)) {
      return HOPS;
    }
    Long sent = one.times().sentAt();
    Long otherSent = other.times().sentAt();
    boolean visible = sent != null && otherSent != null && !sent.equals(otherSent);
    boolean shared = one.identity() == Identity.TRACE_ID && one.parentSpanId() == null;
    return shared && visible ? UNRELATED : CONFLICT;
  }

  /**
   * Equal in outcome, status and every duration that both carry. Where both carry no duration above
   * 0 (a request that failed at once), equality says nothing, and the send times must agree.
   */
  static boolean isSame(ClientRecord one, ClientRecord other) {
    if (one.outcome() != other.outcome()
        || !agree(one.status(), other.status())
        || !one.times().content().agreesWith(other.times().content())) {
      return false;
    }
    List<@Nullable Long> mine = durations(one.times());
    List<@Nullable Long> theirs = durations(other.times());
    boolean measured = false;
    for (int i = 0; i < mine.size(); i++) {
      Long it = mine.get(i);
      if (!agree(it, theirs.get(i))) {
        return false;
      }
      measured |= it != null && it > 0 && theirs.get(i) != null;
    }
    return measured || !SendTime.differs(one, other);
  }

  /**
   * Every duration, in a fixed order. First tokens of different kinds are different durations: k6's
   * first byte does not contradict the token that the script timed.
   */
  static List<@Nullable Long> durations(ClientTimes times) {
    return Arrays.asList(
        times.total(),
        ttft(times, TtftKind.TOKEN),
        ttft(times, TtftKind.CHUNK),
        ttft(times, TtftKind.FIRST_BYTE),
        times.blocked(),
        times.connecting(),
        times.tls(),
        times.sending(),
        times.waiting(),
        times.receiving(),
        times.streamEnd());
  }

  private static @Nullable Long ttft(ClientTimes times, TtftKind kind) {
    return times.ttftKind() == kind ? times.ttft() : null;
  }

  /** The server sent the client elsewhere, or asked who it is. */
  static boolean leadsOn(ClientRecord hop) {
    Integer status = hop.status();
    return status != null && (status / 100 == 3 || status == UNAUTHORIZED);
  }

  private static boolean precedes(ClientRecord hop, ClientRecord next) {
    Long end = SendTime.end(hop);
    Long sent = next.times().sentAt();
    return leadsOn(hop)
        && Objects.equals(hop.labels().generator(), next.labels().generator())
        && end != null
        && sent != null
        && sent >= Nanos.minus(end, Math.max(HOP_GAP, slack(hop, next)));
  }

  /** Where both stamps are whole seconds, they say nothing finer. */
  static long slack(ClientRecord one, ClientRecord other) {
    boolean coarse =
        SendTime.unit(one) == SendTime.SECOND && SendTime.unit(other) == SendTime.SECOND;
    return coarse ? SendTime.SECOND : 0;
  }

  private static boolean agree(@Nullable Object one, @Nullable Object other) {
    return one == null || other == null || one.equals(other);
  }
}
