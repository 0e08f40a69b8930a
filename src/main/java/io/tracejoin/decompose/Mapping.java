package io.tracejoin.decompose;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns spans into phases. Data, not code: shipped as YAML, replaceable, versioned.
 *
 * @param id number of the stored version
 * @param version counts the versions of one name, from 1
 * @param profiles tried in order; the first rule that matches a span decides
 * @param rootSelf what the root's own self time is
 * @param absentZero phases whose span is written only if there was a wait: absent means 0, not
 *     unknown
 * @param dimensions attribute names of each slice dimension, first hit wins
 */
public record Mapping(
    int id,
    String name,
    int version,
    List<Profile> profiles,
    RootSelf rootSelf,
    Set<Phase> absentZero,
    Map<Dimension, List<String>> dimensions) {

  /** The root's own self time. */
  public enum RootSelf {
    UNATTRIBUTED,
    GATEWAY
  }

  /** A named group of rules, usually one emitter's. */
  public record Profile(String name, List<MappingRule> rules) {
    /** Copies the rules. */
    public Profile {
      rules = List.copyOf(rules);
    }
  }

  /** Copies the collections. */
  public Mapping {
    profiles = List.copyOf(profiles);
    absentZero = Set.copyOf(absentZero);
    dimensions = Map.copyOf(dimensions);
  }

  /**
   * Every attribute that a rule or a dimension reads, exact or {@code prefix*}: ingest must keep
   * these.
   */
  public Set<String> attributes() {
    Stream<String> ofRules =
        profiles.stream().flatMap(it -> it.rules().stream()).flatMap(it -> it.attributeKeys());
    Stream<String> ofDimensions = dimensions.values().stream().flatMap(List::stream);
    return Stream.concat(ofRules, ofDimensions).collect(Collectors.toUnmodifiableSet());
  }

  /** Every span event that a rule reads: ingest must keep these. */
  public Set<String> events() {
    return profiles.stream()
        .flatMap(it -> it.rules().stream())
        .flatMap(MappingRule::eventNames)
        .collect(Collectors.toUnmodifiableSet());
  }
}
