package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one root's spans tell, without the client; or several roots' sums, for the hops of one call.
 *
 * @param rootNanos the root's duration
 * @param phases exclusive times
 * @param tokens as the server counted them
 * @param stretches what each instant is charged to; of sums one root after the other
 * @param outlasted generation, decode or provider_request went on after the root
 */
record ServerSide(
    Span root,
    long rootNanos,
    Map<Phase, Long> phases,
    Map<Phase, Long> raw,
    long unattributed,
    Map<TtftKind, Long> firstToken,
    int attempts,
    boolean outlasted,
    List<Anomaly> anomalies,
    Map<Dimension, String> dimensions,
    TokenCounts tokens,
    List<Stretch> stretches) {

  private static final Set<Phase> AT_WORK =
      EnumSet.of(Phase.GENERATION, Phase.DECODE, Phase.PROVIDER_REQUEST);

  static ServerSide of(RootChoice choice, Node root, Roles roles, long tolerance) {
    List<Placed> placed = Placement.of(root, choice.gaveWay(), roles, tolerance);
    RootPhases phases = RootPhases.of(placed, roles.mapping(), tolerance);
    FirstToken firstToken = FirstToken.of(placed, tolerance);
    Attempts attempts = Attempts.of(placed, tolerance);
    Dimensions dimensions = roles.dimensions();
    List<Placed> down = Dimensions.down(placed);
    Findings findings = new Findings();
    findings.ofChoice(choice, root);
    findings.ofPlacement(placed, tolerance);
    findings.ofPhases(phases, firstToken, tolerance);
    findings.ofAttempts(attempts, dimensions);
    long rootNanos = root.span.durationNanos();
    return new ServerSide(
        root.span,
        rootNanos,
        phases.exclusive(),
        phases.raw(),
        phases.unattributed(),
        firstToken.points(),
        attempts.count(),
        outlasted(placed, Nanos.plus(rootNanos, tolerance)),
        findings.all(),
        dimensions.of(down, attempts),
        ServerTokens.of(down, attempts),
        phases.stretches());
  }

  private static boolean outlasted(List<Placed> placed, long latest) {
    for (Placed it : placed) {
      if (it.phase != null && AT_WORK.contains(it.phase) && it.end > latest) {
        return true;
      }
    }
    return false;
  }

  /** The root that starts later stands for both; first tokens of sums are not known. */
  ServerSide plus(ServerSide other) {
    List<Anomaly> both = new ArrayList<>(anomalies);
    both.addAll(other.anomalies);
    ServerSide last = other.root.startNanos() > root.startNanos() ? other : this;
    return new ServerSide(
        last.root,
        Nanos.plus(rootNanos, other.rootNanos),
        sum(phases, other.phases),
        sum(raw, other.raw),
        Nanos.plus(unattributed, other.unattributed),
        Map.of(),
        Math.max(attempts, other.attempts),
        outlasted || other.outlasted,
        both,
        last.dimensions,
        last.tokens,
        last == other ? other.after(this) : after(other));
  }

  private List<Stretch> after(ServerSide earlier) {
    List<Stretch> row = new ArrayList<>(earlier.stretches);
    stretches.forEach(it -> row.add(it.laterBy(earlier.rootNanos)));
    return row;
  }

  private static Map<Phase, Long> sum(Map<Phase, Long> one, Map<Phase, Long> other) {
    Map<Phase, Long> sum = new EnumMap<>(Phase.class);
    sum.putAll(one);
    other.forEach((phase, nanos) -> sum.merge(phase, nanos, Nanos::plus));
    return sum;
  }
}
