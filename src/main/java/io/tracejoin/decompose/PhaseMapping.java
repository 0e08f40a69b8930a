package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A mapping made ready for many spans: its rules in order, the patterns compiled. Emitters send few
 * kinds of spans, so which rules a name, kind, scope and service leave is found once for each.
 */
final class PhaseMapping {

  private static final int MOST_SORTS = 5_000;

  /**
   * The rule that took a span.
   *
   * @param profile null where no rule matches
   * @param index place in the profile, from 0; -1 where no rule matches
   */
  record Taken(@Nullable String profile, int index, MappingRule rule) {
    static final Taken BY_NONE = new Taken(null, -1, MappingRule.NONE);
  }

  private record Sort(String name, SpanKind kind, String scope, String service) {
    static Sort of(Span it) {
      return new Sort(it.name(), it.kind(), it.scope(), it.resource().service());
    }

    /** As the record's own, which is slow while little is compiled: every span asks for it. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Sort it
          && kind == it.kind
          && name.equals(it.name)
          && scope.equals(it.scope)
          && service.equals(it.service);
    }

    @Override
    public int hashCode() {
      return ((name.hashCode() * 31 + scope.hashCode()) * 31 + service.hashCode()) * 31
          + kind.ordinal();
    }
  }

  private final Mapping mapping;
  private final Dimensions dimensions;
  private final List<Condition> conditions = new ArrayList<>();
  private final Map<Sort, List<Condition>> bySort = new ConcurrentHashMap<>();

  PhaseMapping(Mapping mapping) {
    this.mapping = mapping;
    this.dimensions = new Dimensions(mapping);
    for (Mapping.Profile profile : mapping.profiles()) {
      for (int i = 0; i < profile.rules().size(); i++) {
        conditions.add(Condition.of(new Taken(profile.name(), i, profile.rules().get(i))));
      }
    }
  }

  Mapping mapping() {
    return mapping;
  }

  /** Reads what the mapping's dimensions are of. */
  Dimensions dimensions() {
    return dimensions;
  }

  /**
   * The first rule that matches; {@link Taken#BY_NONE} where none does.
   *
   * @param parent the received span above, or null
   */
  Taken take(Span span, @Nullable Span parent) {
    for (Condition condition : conditionsOf(Sort.of(span))) {
      if (condition.holds(span.attributes(), parent)) {
        return condition.taken;
      }
    }
    return Taken.BY_NONE;
  }

  private List<Condition> conditionsOf(Sort sort) {
    List<Condition> known = bySort.get(sort);
    if (known != null) {
      return known;
    }
    List<Condition> found = conditions.stream().filter(it -> it.holds(sort)).toList();
    if (bySort.size() >= MOST_SORTS) {
      bySort.clear(); // Names come from outside: some emitters write IDs into them.
    }
    bySort.put(sort, found);
    return found;
  }

  private record Condition(
      Taken taken,
      MappingRule.When when,
      List<Glob> names,
      List<Glob> parents,
      List<Glob> scopes,
      List<Map.Entry<String, String>> equal,
      List<Map.Entry<String, Glob>> like,
      List<String> present,
      List<String> presentPrefixes) {

    static Condition of(Taken taken) {
      MappingRule.When when = taken.rule().when();
      return new Condition(
          taken,
          when,
          globs(when.names()),
          globs(when.parents()),
          globs(when.scopes()),
          List.copyOf(when.attributes().entrySet()),
          when.like().entrySet().stream()
              .map(it -> Map.entry(it.getKey(), Glob.of(it.getValue())))
              .toList(),
          when.present().stream().filter(it -> !it.endsWith("*")).toList(),
          when.present().stream()
              .filter(it -> it.endsWith("*"))
              .map(it -> it.substring(0, it.length() - 1))
              .toList());
    }

    private static List<Glob> globs(List<String> patterns) {
      return patterns.stream().map(Glob::of).toList();
    }

    /** As far as it does not depend on attributes and parent. */
    boolean holds(Sort sort) {
      return (when.kind() == null || when.kind() == sort.kind)
          && anyMatches(names, sort.name)
          && (when.services().isEmpty() || when.services().contains(sort.service))
          && anyMatches(scopes, sort.scope);
    }

    boolean holds(Map<String, Object> attributes, @Nullable Span parent) {
      return equalityHolds(attributes)
          && likenessHolds(attributes)
          && presenceHolds(attributes)
          && (parents.isEmpty() || (parent != null && anyMatches(parents, parent.name())));
    }

    private boolean equalityHolds(Map<String, Object> attributes) {
      for (Map.Entry<String, String> wanted : equal) {
        Object value = attributes.get(wanted.getKey());
        if (value == null || !value.toString().equals(wanted.getValue())) {
          return false;
        }
      }
      return true;
    }

    private boolean likenessHolds(Map<String, Object> attributes) {
      for (Map.Entry<String, Glob> wanted : like) {
        Object value = attributes.get(wanted.getKey());
        if (value == null || !wanted.getValue().matches(value.toString())) {
          return false;
        }
      }
      return true;
    }

    private boolean presenceHolds(Map<String, Object> attributes) {
      for (String key : present) {
        if (!attributes.containsKey(key)) {
          return false;
        }
      }
      for (String prefix : presentPrefixes) {
        if (!anyBegins(attributes.keySet(), prefix)) {
          return false;
        }
      }
      return true;
    }

    private static boolean anyBegins(Set<String> keys, String prefix) {
      for (String key : keys) {
        if (key.startsWith(prefix)) {
          return true;
        }
      }
      return false;
    }

    private static boolean anyMatches(List<Glob> globs, String text) {
      for (Glob glob : globs) {
        if (glob.matches(text)) {
          return true;
        }
      }
      return globs.isEmpty();
    }
  }
}
