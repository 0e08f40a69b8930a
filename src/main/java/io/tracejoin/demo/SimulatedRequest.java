package io.tracejoin.demo;

/**
 * One simulated request. Durations are nanoseconds; they follow each other on the server in the
 * order of the components.
 *
 * @param traceId 32 hex digits
 * @param parentSpanId 16 hex digits, the span that the client sent
 * @param plannedAt when the schedule wants it sent, nanoseconds since 1970
 * @param lag how much later the generator sent it
 * @param setup connecting and TLS; 0 on a reused connection
 * @param upstream from the client to the gateway
 * @param prefill the beginning of the generation, up to the first token
 * @param unspanned work that the gateway has no span for: it comes out as unattributed
 * @param downstream from the gateway to the client, the response's transfer included
 */
record SimulatedRequest(
    String traceId,
    String parentSpanId,
    long plannedAt,
    long lag,
    long setup,
    long upstream,
    long auth,
    long prepare,
    long route,
    long queue,
    long generation,
    long prefill,
    long unspanned,
    long write,
    long downstream,
    int inputTokens,
    int outputTokens,
    Fate fate) {

  /** The client's patience. */
  static final long TIMEOUT = 10_000_000_000L;

  /** What becomes of a request. */
  enum Fate {
    ANSWERED,
    /** The inference server fails: HTTP 500. */
    FAILED,
    /** A proxy starts a new trace: the client's trace ID never arrives. */
    CONTEXT_DROPPED
  }

  long sentAt() {
    return plannedAt + lag;
  }

  long root() {
    return auth + prepare + route + queue + generation + unspanned + write;
  }

  long answeredAfter() {
    return upstream + root() + downstream;
  }

  /** From the send to the first token's arrival: most of downstream is the transfer of the rest. */
  long firstTokenAfter() {
    return upstream + auth + prepare + route + queue + prefill + downstream / 4;
  }

  boolean timedOut() {
    return answeredAfter() > TIMEOUT;
  }

  long total() {
    return Math.min(answeredAfter(), TIMEOUT);
  }
}
