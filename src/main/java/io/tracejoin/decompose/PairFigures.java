package io.tracejoin.decompose;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The measures of a record and its root (semantics 5), and what is wrong between them. */
final class PairFigures {

  private static final long[] UNIT_FACTORS = {1_000, 1_000_000, 1_000_000_000};

  private final ClientRecord record;
  private final ServerSide server;
  private final long tolerance;
  private final Map<Measure, Long> values;

  PairFigures(ClientRecord record, ServerSide server, long tolerance) {
    this.record = record;
    this.server = server;
    this.tolerance = tolerance;
    this.values = ClientFigures.of(record);
  }

  /** The server's figures alone, for a trace without a record. */
  static Breakdown ofServer(ServerSide server) {
    Map<Measure, Long> values = new EnumMap<>(Measure.class);
    addServer(values, server);
    TtftKind kind = best(server, null);
    addFirstToken(values, server, kind);
    return new Breakdown(
        values,
        server.raw(),
        null,
        kind,
        server.attempts(),
        server.tokens(),
        server.stretches(),
        firstTokens(Map.of(), server));
  }

  Breakdown breakdown() {
    TtftKind clientKind = ClientFigures.ttftKind(record);
    TtftKind serverKind = best(server, clientKind);
    addServer(values, server);
    addFirstToken(values, server, serverKind);
    Long total = values.get(Measure.CLIENT_TOTAL);
    if (total != null && isSuccess()) {
      values.put(Measure.NETWORK_ENVELOPE, Nanos.minus(total, server.rootNanos()));
    }
    Long seen = values.get(Measure.CLIENT_TTFT);
    Long told = values.get(Measure.SERVER_TTFT);
    if (seen != null && told != null && clientKind == serverKind) {
      values.put(Measure.TTFT_ENVELOPE, Nanos.minus(seen, told));
    }
    addPerToken();
    return new Breakdown(
        values,
        server.raw(),
        clientKind,
        serverKind,
        server.attempts(),
        server.tokens(),
        server.stretches(),
        firstTokens(ClientFigures.ttfts(record), server));
  }

  private static Map<TtftKind, TtftPair> firstTokens(
      Map<TtftKind, Long> client, ServerSide server) {
    Map<TtftKind, TtftPair> pairs = new EnumMap<>(TtftKind.class);
    for (TtftKind kind : TtftKind.values()) {
      TtftPair pair = new TtftPair(client.get(kind), server.firstToken().get(kind));
      if (pair.client() != null || pair.server() != null) {
        pairs.put(kind, pair);
      }
    }
    return pairs;
  }

  /** What excludes the pair, or null. */
  static @Nullable Reason exclusion(Findings findings) {
    if (findings.has(Anomaly.Code.NEGATIVE_ENVELOPE)) {
      return Reason.NEGATIVE_ENVELOPE;
    }
    return findings.has(Anomaly.Code.ROOT_ENDS_EARLY) ? Reason.ROOT_ENDS_EARLY : null;
  }

  void note(Breakdown breakdown, Findings findings) {
    Long envelope = breakdown.get(Measure.NETWORK_ENVELOPE);
    if (envelope != null && envelope < -tolerance) {
      findings.add(
          Anomaly.Code.NEGATIVE_ENVELOPE,
          "The root outlasts what the client measured by " + Nanos.text(-envelope) + ".");
    }
    Long total = breakdown.get(Measure.CLIENT_TOTAL);
    if (total != null && isSuccess() && unitsDiffer(total, server.rootNanos())) {
      findings.add(
          Anomaly.Code.UNIT_SUSPECT, sides(total) + " differ as if one were in another unit.");
    }
    if (isSuccess() && isStream() && endsEarly(breakdown)) {
      findings.add(
          Anomaly.Code.ROOT_ENDS_EARLY,
          "The root ends after " + Nanos.text(server.rootNanos()) + ", before the stream does.");
    }
    if (disagrees(total)) {
      findings.add(Anomaly.Code.OUTCOME_DISAGREES, disagreement(total));
    }
  }

  private static void addServer(Map<Measure, Long> values, ServerSide server) {
    values.put(Measure.SERVER_ROOT, server.rootNanos());
    values.put(Measure.UNATTRIBUTED, server.unattributed());
    server.phases().forEach((phase, nanos) -> values.put(Measure.of(phase), nanos));
  }

  private static void addFirstToken(
      Map<Measure, Long> values, ServerSide server, @Nullable TtftKind kind) {
    Long at = kind == null ? null : server.firstToken().get(kind);
    if (at != null) {
      values.put(Measure.SERVER_TTFT, at);
    }
  }

  /** The client's kind where the server knows it too, else token before chunk before byte. */
  private static @Nullable TtftKind best(ServerSide server, @Nullable TtftKind wanted) {
    if (wanted != null && server.firstToken().containsKey(wanted)) {
      return wanted;
    }
    for (TtftKind kind : TtftKind.values()) {
      if (server.firstToken().containsKey(kind)) {
        return kind;
      }
    }
    return null;
  }

  private void addPerToken() {
    Long generation = values.get(Measure.GENERATION);
    Integer tokens = TokenCounts.ofClient(record).or(server.tokens()).output();
    if (generation == null || tokens == null || tokens <= 0) {
      return;
    }
    if (isSuccess() && server.attempts() <= 1) {
      values.put(Measure.GENERATION_MS_PER_OUTPUT_TOKEN, Nanos.quotient(generation, tokens));
    }
  }

  private boolean isSuccess() {
    return record.outcome() == Outcome.SUCCESS;
  }

  private boolean isStream() {
    Boolean streaming = record.labels().streaming();
    TtftKind kind = record.times().ttftKind();
    boolean byTimes =
        record.times().streamEnd() != null
            || !record.times().content().isEmpty()
            || kind == TtftKind.TOKEN
            || kind == TtftKind.CHUNK;
    return streaming == null ? byTimes : streaming;
  }

  private boolean endsEarly(Breakdown breakdown) {
    Long total = breakdown.get(Measure.CLIENT_TOTAL);
    Long ttft = breakdown.get(Measure.CLIENT_TTFT);
    if (server.outlasted() || total == null || ttft == null) {
      return server.outlasted();
    }
    boolean endsByThen = server.rootNanos() <= Nanos.plus(ttft, tolerance);
    return endsByThen && Nanos.times(total - ttft, 10) > ttft;
  }

  private static boolean unitsDiffer(long one, long other) {
    long less = Math.min(one, other);
    long more = Math.max(one, other);
    for (long factor : UNIT_FACTORS) {
      if (less > 0
          && more >= Nanos.times(less, factor / 2)
          && more <= Nanos.times(less, factor * 2)) {
        return true;
      }
    }
    return false;
  }

  /** The server says success, or was at work for longer, where the client saw none. */
  private boolean disagrees(@Nullable Long total) {
    if (isSuccess()) {
      return false;
    }
    boolean longer = total != null && server.rootNanos() > Nanos.plus(total, tolerance);
    return longer || (isBreak() ? !saysFailure() : saysSuccess());
  }

  /** The client has no whole answer: it timed out, or the exchange broke. */
  private boolean isBreak() {
    return switch (record.outcome()) {
      case TIMEOUT, CANCELLED, DISCONNECTED -> true;
      case ERROR -> record.status() == null || record.status() == 0;
      case SUCCESS, HTTP_ERROR, REJECTED -> false;
    };
  }

  private boolean saysFailure() {
    Long status = httpStatus();
    return server.root().status() == SpanStatus.ERROR || (status != null && status >= 400);
  }

  private boolean saysSuccess() {
    Long status = httpStatus();
    boolean answered = status != null && status < 400;
    // Of an in-band error the status tells nothing: both sides saw the same one.
    return answered && record.outcome() != Outcome.ERROR;
  }

  private @Nullable Long httpStatus() {
    Map<String, Object> attributes = server.root().attributes();
    Object status = attributes.get("http.response.status_code");
    status = status == null ? attributes.get("http.status_code") : status;
    return status == null ? null : AttributeDuration.nanos(status, MappingRule.Unit.NS);
  }

  private String disagreement(@Nullable Long total) {
    Long status = httpStatus();
    String said = status == null ? "status " + server.root().status() : "status " + status;
    String client = record.outcome().code() + (total == null ? "" : " after " + Nanos.text(total));
    return "The client saw "
        + client
        + ", the server "
        + said
        + " after "
        + Nanos.text(server.rootNanos())
        + ".";
  }

  private String sides(long total) {
    return "Client " + Nanos.text(total) + " and root " + Nanos.text(server.rootNanos());
  }
}
