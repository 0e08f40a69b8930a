package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The root that the calls of one identity take, or why they take none.
 *
 * @param choices one with a root, or one a hop where their sums are taken; else the one that failed
 * @param exact the root has the parent that the record sent
 * @param reason why the calls are not matched, as far as roots go; null where a root stands
 * @param outOfReach reach took a candidate away
 */
record Pick(
    ClientCalls calls,
    List<RootChoice> choices,
    boolean exact,
    @Nullable Reason reason,
    boolean outOfReach) {

  Pick because(Reason why) {
    return new Pick(calls, choices, exact, why, outOfReach);
  }

  Pick outOfItsReach() {
    return new Pick(calls, choices, exact, reason, true);
  }

  /** Roots that the calls claim, whether or not they get them. */
  List<Node> roots() {
    List<Node> roots = new ArrayList<>(choices.size());
    for (RootChoice choice : choices) {
      if (choice.root() != null) {
        roots.add(choice.root());
      }
    }
    return roots;
  }
}
