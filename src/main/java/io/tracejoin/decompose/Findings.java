package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what a reader of one root's breakdown must know, one anomaly a code. */
final class Findings {

  private final Map<Anomaly.Code, Anomaly> found = new EnumMap<>(Anomaly.Code.class);

  /** The first message of a code stays. */
  void add(Anomaly.Code code, String message) {
    found.putIfAbsent(code, new Anomaly(code, message));
  }

  void addAll(List<Anomaly> anomalies) {
    anomalies.forEach(it -> found.putIfAbsent(it.code(), it));
  }

  boolean has(Anomaly.Code code) {
    return found.containsKey(code);
  }

  /** In the order of the codes. */
  List<Anomaly> all() {
    return new ArrayList<>(found.values());
  }

  void ofChoice(RootChoice choice, Node root) {
    if (root.span.kind() != SpanKind.SERVER) {
      add(
          Anomaly.Code.ROOT_NOT_SERVER,
          "The root is a span of kind " + root.span.kind() + ": no SERVER span could be one.");
    }
    if (!choice.gaveWay().isEmpty()) {
      add(
          Anomaly.Code.SIBLING_ROOT,
          choice.gaveWay().size() + " more top spans hang beside the root and count as below it.");
    }
  }

  void ofParent(@Nullable SpanId sent, Node root) {
    if (sent != null && !sent.equals(root.parentId)) {
      add(
          Anomaly.Code.PARENT_MISMATCH,
          "The client sent parent " + sent + ", the root's is " + root.parentId + ".");
    }
  }

  void ofOrphans(int orphans) {
    if (orphans > 0) {
      add(Anomaly.Code.ORPHAN_SPANS, orphans + " spans hang below no root and are left out.");
    }
  }

  void ofPlacement(List<Placed> placed, long tolerance) {
    long rootEnd = placed.get(0).node.span.durationNanos();
    for (Placed it : placed) {
      if (it.node.conflicting) {
        add(
            Anomaly.Code.CONFLICTING_SPAN,
            "Span " + it.node.span.spanId() + " came twice with different content.");
      }
      if (it.skewAdjusted) {
        add(
            Anomaly.Code.CLOCK_SKEW_ADJUSTED,
            "Spans of " + it.node.span.resource().service() + " are placed by duration alone.");
      }
      if (it.parent != null && it.phase != null && it.cutOff(rootEnd) > tolerance) {
        add(
            Anomaly.Code.CHILD_OUTSIDE_ROOT,
            Nanos.text(it.cutOff(rootEnd)) + " of " + it.phase.code() + " lie outside the root.");
      }
    }
  }

  void ofPhases(RootPhases phases, FirstToken firstToken, long tolerance) {
    if (phases.overlap() > tolerance) {
      add(
          Anomaly.Code.OVERLAPPING_PHASES,
          "Different phases ran together for up to " + Nanos.text(phases.overlap()) + ".");
    }
    if (phases.outOfRange() || firstToken.outOfRange()) {
      add(
          Anomaly.Code.ATTRIBUTE_OUT_OF_RANGE,
          "A duration in an attribute does not fit into its span and is not used.");
    }
  }

  void ofAttempts(Attempts attempts, Dimensions dimensions) {
    if (attempts.count() > 1) {
      add(
          Anomaly.Code.GATEWAY_RETRY,
          attempts.count() + " attempts at the answer, one after the other.");
    }
    if (attempts.mixes(Dimension.MODEL, dimensions)
        || attempts.mixes(Dimension.PROVIDER, dimensions)) {
      add(
          Anomaly.Code.MIXED_POPULATION,
          "Branches side by side are of different models or providers.");
    }
  }
}
