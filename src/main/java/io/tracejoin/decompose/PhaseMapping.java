package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping made ready for many spans: its rules in order, the patterns compiled. */
final class PhaseMapping {

  private final Mapping mapping;
  private final List<Condition> conditions = new ArrayList<>();

  PhaseMapping(Mapping mapping) {
    this.mapping = mapping;
    for (Mapping.Profile profile : mapping.profiles()) {
      for (MappingRule rule : profile.rules()) {
        conditions.add(Condition.of(rule));
      }
    }
  }

  Mapping mapping() {
    return mapping;
  }

  /** The first rule that matches; {@link MappingRule#NONE} where none does. */
  MappingRule rule(Span span) {
    for (Condition condition : conditions) {
      if (condition.holds(span)) {
        return condition.rule;
      }
    }
    return MappingRule.NONE;
  }

  private record Condition(
      MappingRule rule,
      List<Map.Entry<String, String>> attributes,
      List<String> present,
      List<Glob> names,
      List<Glob> scopes) {

    static Condition of(MappingRule rule) {
      return new Condition(
          rule,
          List.copyOf(rule.attributes().entrySet()),
          List.copyOf(rule.attributesPresent()),
          rule.names().stream().map(Glob::of).toList(),
          rule.scopes().stream().map(Glob::of).toList());
    }

    boolean holds(Span span) {
      return ofKind(span.kind(), rule.kind())
          && attributesHold(span.attributes())
          && anyMatches(names, span.name())
          && (rule.services().isEmpty() || rule.services().contains(span.resource().service()))
          && anyMatches(scopes, span.scope());
    }

    private static boolean ofKind(SpanKind kind, @Nullable SpanKind wanted) {
      return wanted == null || wanted == kind;
    }

    private boolean attributesHold(Map<String, Object> found) {
      for (Map.Entry<String, String> wanted : attributes) {
        Object value = found.get(wanted.getKey());
        if (value == null || !value.toString().equals(wanted.getValue())) {
          return false;
        }
      }
      for (String key : present) {
        if (!found.containsKey(key)) {
          return false;
        }
      }
      return true;
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
