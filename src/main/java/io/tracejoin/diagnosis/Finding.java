package io.tracejoin.diagnosis;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rule that fired.
 *
 * @param evidence the changes that its conditions looked at, in their order
 */
public record Finding(Rule rule, List<Change> evidence) {

  /** Copies the list. */
  public Finding {
    evidence = List.copyOf(evidence);
  }

  /**
   * Every rule that fires, in the order of the table.
   *
   * @param changes what is known on both sides
   */
  public static List<Finding> of(Map<Subject, Change> changes) {
    return Arrays.stream(Rule.values())
        .filter(
            rule -> rule.conditions().stream().allMatch(it -> it.holds(changes.get(it.subject()))))
        .map(rule -> new Finding(rule, evidence(rule, changes)))
        .toList();
  }

  private static List<Change> evidence(Rule rule, Map<Subject, Change> changes) {
    return rule.conditions().stream()
        .map(Condition::subject)
        .flatMap(it -> Optional.ofNullable(changes.get(it)).stream())
        .toList();
  }
}
