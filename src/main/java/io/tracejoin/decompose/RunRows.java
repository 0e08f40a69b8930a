package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the rows of one run's calls. */
final class RunRows {

  private final RunTrace run;
  private final Claims claims;
  private final int orphans;
  private final long tolerance;
  private final List<JoinedRequest> rows = new ArrayList<>();

  RunRows(RunTrace run, Claims claims, int orphans, long tolerance) {
    this.run = run;
    this.claims = claims;
    this.orphans = orphans;
    this.tolerance = tolerance;
  }

  List<JoinedRequest> rows() {
    return rows;
  }

  void addUncorrelated() {
    for (ClientCall call : run.uncorrelated()) {
      rows.add(row(call, Reason.UNCORRELATED, new Findings(), false));
    }
  }

  /** Calls that failed before they left: no span can be theirs. */
  void addNeverSent() {
    for (ClientCalls identity : run.identities()) {
      for (ClientCall call : identity.calls()) {
        if (call.neverSent()) {
          rows.add(row(call, Reason.NEVER_SENT, new Findings(), false));
        }
      }
    }
  }

  void add(Pick pick) {
    List<ClientCall> sent = pick.calls().sent();
    ClientCalls.Clash clash = pick.calls().clash();
    for (ClientCall call : sent) {
      Findings findings = new Findings();
      Reason reason =
          clash == null ? reason(call, pick, findings) : clashed(clash, sent.size(), findings);
      if (reason != null && (clash != null || pick.reason() != null)) {
        rows.add(row(call, reason, findings, pick.outOfReach()));
      } else {
        rows.add(paired(call, pick, findings, reason));
      }
    }
  }

  /** The root first, then what two runs dispute; the pair's own figures come last. */
  private @Nullable Reason reason(ClientCall call, Pick pick, Findings findings) {
    Reason reason = pick.reason();
    if (reason == null) {
      return disputed(pick, findings);
    }
    switch (reason) {
      case NO_SPANS -> {
        return Boolean.FALSE.equals(call.record().sampled()) ? Reason.NOT_SAMPLED : reason;
      }
      case AMBIGUOUS_REQUEST_ID ->
          findings.add(
              Anomaly.Code.AMBIGUOUS_REQUEST_ID, "More than one trace holds this request ID.");
      case ROOT_MISSING ->
          findings.add(
              Anomaly.Code.ROOT_MISSING, "Spans are there, but none that can be this root.");
      case SEVERAL_PER_TRACE ->
          findings.add(
              Anomaly.Code.SEVERAL_PER_TRACE, "Nothing tells which root is this request's.");
      case REDIRECT_CHAIN ->
          findings.add(
              Anomaly.Code.REDIRECT_CHAIN,
              call.hops() + " hops do not fit the roots that are there.");
      default -> ambiguous(pick, findings);
    }
    return reason;
  }

  private static void ambiguous(Pick pick, Findings findings) {
    for (RootChoice choice : pick.choices()) {
      choice.note(findings);
    }
  }

  private static Reason clashed(ClientCalls.Clash clash, int calls, Findings findings) {
    if (clash == ClientCalls.Clash.SEVERAL) {
      findings.add(
          Anomaly.Code.SEVERAL_PER_TRACE, calls + " requests carry this trace ID and no parent.");
      return Reason.SEVERAL_PER_TRACE;
    }
    findings.add(
        Anomaly.Code.DUPLICATE_CLIENT_RECORD, calls + " different records carry this identity.");
    return Reason.COLLISION;
  }

  private @Nullable Reason disputed(Pick pick, Findings findings) {
    if (claims.lost(run.number(), pick)) {
      findings.add(Anomaly.Code.TRACE_ID_REUSED, "A run created earlier claims the same root.");
      return Reason.COLLISION;
    }
    if (claims.contested(run.number(), pick)) {
      findings.add(Anomaly.Code.ROOT_CLAIMED_AGAIN, "A run created later claims the same root.");
    }
    return null;
  }

  private JoinedRequest paired(
      ClientCall call, Pick pick, Findings findings, @Nullable Reason disputed) {
    ServerSide server = server(pick);
    // One root for several hops is the last hop's, and so is the pair.
    boolean lastAlone = pick.choices().size() < call.hops();
    ClientRecord client = lastAlone ? call.last() : call.record();
    PairFigures figures = new PairFigures(client, server, tolerance);
    Breakdown breakdown = figures.breakdown();
    figures.note(breakdown, findings);
    ClientFigures.note(client, findings);
    TokenAgreement.note(client, server.tokens(), findings);
    findings.addAll(server.anomalies());
    findings.ofParent(client.parentSpanId(), pick.roots().get(0));
    findings.ofOrphans(orphans);
    Reason reason = disputed == null ? PairFigures.exclusion(findings) : disputed;
    return new JoinedRequest(
        run.frame(),
        reason == null ? State.MATCHED : reason.state(),
        reason,
        client,
        call.hops(),
        server.root(),
        breakdown,
        findings.all(),
        Dimensions.withLabels(server.dimensions(), client.labels()),
        pick.outOfReach(),
        run.roles().mapping());
  }

  private ServerSide server(Pick pick) {
    ServerSide sum = null;
    for (RootChoice choice : pick.choices()) {
      if (choice.root() != null) {
        ServerSide one = ServerSide.of(choice, choice.root(), run.roles(), tolerance);
        sum = sum == null ? one : sum.plus(one);
      }
    }
    if (sum == null) {
      throw new IllegalStateException("a pick without a reason has a root");
    }
    return sum;
  }

  private JoinedRequest row(ClientCall call, Reason reason, Findings findings, boolean outOfReach) {
    ClientRecord client = call.record();
    ClientFigures.note(client, findings);
    TokenAgreement.note(client, TokenCounts.NONE, findings);
    return new JoinedRequest(
        run.frame(),
        reason.state(),
        reason,
        client,
        call.hops(),
        null,
        null,
        findings.all(),
        Dimensions.withLabels(Map.of(), client.labels()),
        outOfReach,
        run.roles().mapping());
  }
}
