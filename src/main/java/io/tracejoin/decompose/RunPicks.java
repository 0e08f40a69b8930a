package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which root each identity of one run takes (semantics 2 and 3). A record takes the root that has
 * its parent. A root that has another record's parent is that record's alone. Nothing is guessed:
 *
 * <ul>
 *   <li>Records that have to share what is left over get none of it: {@code several_per_trace}.
 *   <li>A record without a parent among records of other identities gets what is left over only if
 *       each of those has its own root, one of the same service, and one root alone is left.
 * </ul>
 */
final class RunPicks {

  private final List<ClientCalls> identities;
  private final Candidates candidates;
  private final Roles roles;
  private final Set<SpanId> ownParents;
  private final Set<SpanId> allParents;
  private final RunTrace run;
  private @Nullable Rest rest;

  /**
   * @param allParents parents that records of any run sent and that some candidate has
   */
  RunPicks(RunTrace run, Set<SpanId> allParents) {
    this.identities = run.sent();
    this.candidates = run.candidates();
    this.roles = run.roles();
    this.allParents = allParents;
    this.ownParents = claimed(identities, candidates);
    this.run = run;
  }

  /** Parents that some record sent and some candidate has. */
  static Set<SpanId> claimed(Collection<ClientCalls> identities, Candidates candidates) {
    Set<SpanId> parents = new HashSet<>();
    for (ClientCalls it : identities) {
      SpanId parent = it.parent();
      if (parent != null && !candidates.below(parent).nodes().isEmpty()) {
        parents.add(parent);
      }
    }
    return parents;
  }

  List<Pick> all() {
    List<Pick> picks = new ArrayList<>(identities.size());
    for (ClientCalls it : identities) {
      RequestIds.Holders holders = run.holders(it);
      Pick pick = run.forest().nodes.isEmpty() ? withoutSpans(it, holders) : pick(it);
      picks.add(holders != null && holders.outOfReach() ? pick.outOfItsReach() : pick);
    }
    if (picks.size() > 1 && picks.stream().filter(RunPicks::shares).count() > 1) {
      picks.replaceAll(it -> shares(it) ? it.because(Reason.SEVERAL_PER_TRACE) : it);
    }
    return picks;
  }

  private static boolean shares(Pick pick) {
    return !pick.exact() && pick.reason() == null;
  }

  private static Pick withoutSpans(ClientCalls calls, RequestIds.@Nullable Holders holders) {
    boolean ambiguous = holders != null && holders.ambiguous();
    Reason reason = ambiguous ? Reason.AMBIGUOUS_REQUEST_ID : Reason.NO_SPANS;
    return new Pick(calls, List.of(), false, reason, false);
  }

  private Pick pick(ClientCalls calls) {
    Candidates.Found below = candidates.below(calls.parent());
    if (!below.nodes().isEmpty()) {
      return pick(calls, below, RootChoice.among(below.nodes(), roles), true);
    }
    Rest rest = calls.parent() == null ? rest(ownParents) : restOfAll();
    boolean outOfReach = below.outOfReach() || rest.outOfReach();
    if (calls.parent() == null && identities.size() > 1 && !standsApart(rest.nodes())) {
      return new Pick(calls, List.of(), false, Reason.SEVERAL_PER_TRACE, outOfReach);
    }
    return pick(calls, new Candidates.Found(rest.nodes(), outOfReach), rest.choice(), false);
  }

  /** Candidates that no record's parent claims. */
  private record Rest(List<Node> nodes, RootChoice choice, boolean outOfReach) {}

  /** Records whose parent no candidate has all see the same rest. */
  private Rest restOfAll() {
    Rest found = rest == null ? rest(allParents) : rest;
    rest = found;
    return found;
  }

  private Rest rest(Set<SpanId> taken) {
    Candidates.Found any = candidates.any();
    List<Node> nodes = any.nodes().stream().filter(it -> !isTaken(it, taken)).toList();
    return new Rest(nodes, RootChoice.among(nodes, roles), any.outOfReach());
  }

  private static boolean isTaken(Node candidate, Set<SpanId> parents) {
    return candidate.parentId != null && parents.contains(candidate.parentId);
  }

  private boolean standsApart(List<Node> rest) {
    if (rest.size() != 1 || ownParents.size() != identities.size() - 1) {
      return false;
    }
    String service = rest.get(0).span.resource().service();
    return ownParents.stream()
        .flatMap(it -> candidates.below(it).nodes().stream())
        .anyMatch(it -> it.span.resource().service().equals(service));
  }

  private Pick pick(ClientCalls calls, Candidates.Found found, RootChoice choice, boolean exact) {
    ClientCall call = calls.sent().get(0);
    if (calls.clash() == null && call.hops() > 1 && !found.nodes().isEmpty()) {
      return ofHops(calls, call, found, choice, exact);
    }
    Reason reason = choice.root() == null ? reason(choice) : null;
    return new Pick(calls, List.of(choice), exact, reason, found.outOfReach());
  }

  private static Reason reason(RootChoice choice) {
    if (choice.ambiguous() == null) {
      return Reason.ROOT_MISSING;
    }
    return choice.ambiguous() == Anomaly.Code.RETRIED_UPSTREAM
        ? Reason.RETRIED_UPSTREAM
        : Reason.COLLISION;
  }

  /** As many roots as hops: sums. One root for the only 2xx: the last hop's. */
  private static Pick ofHops(
      ClientCalls calls,
      ClientCall call,
      Candidates.Found found,
      RootChoice choice,
      boolean exact) {
    boolean reach = found.outOfReach();
    if (found.nodes().size() == call.hops() && haveOneParent(found.nodes())) {
      List<RootChoice> each = found.nodes().stream().map(RootChoice::only).toList();
      return new Pick(calls, each, exact, null, reach);
    }
    Integer status = call.last().status();
    if (found.nodes().size() == 1 && status != null && status / 100 == 2) {
      return new Pick(calls, List.of(choice), exact, null, reach);
    }
    return new Pick(calls, List.of(choice), exact, Reason.REDIRECT_CHAIN, reach);
  }

  private static boolean haveOneParent(Collection<Node> roots) {
    Set<@Nullable SpanId> parents = new HashSet<>();
    roots.forEach(it -> parents.add(it.parentId));
    return parents.size() == 1 && !parents.contains(null);
  }
}
