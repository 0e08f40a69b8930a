package io.tracejoin.budget;

import java.util.List;

/**
 * What came of a run.
 *
 * @param verdict the worst of the clauses'
 * @param wouldBe the worst of what they would be if the run were finished and nothing post hoc
 * @param clauses in the order of the budget
 * @param guilty of a failure; empty otherwise, and where nobody can tell
 */
public record RunVerdict(
    Verdict verdict, Verdict wouldBe, List<ClauseVerdict> clauses, List<Guilty> guilty) {

  /** Copies the lists. */
  public RunVerdict {
    clauses = List.copyOf(clauses);
    guilty = List.copyOf(guilty);
  }
}
