package io.tracejoin.diagnosis;

import org.jspecify.annotations.Nullable;

/** What a rule asks of one subject. */
record Condition(Subject subject, Kind kind) {

  /** What is asked. */
  enum Kind {
    UP,
    /** It did not move; nobody knows it counts as that. */
    STABLE,
    /** It is known on both sides and did not move. */
    KNOWN_STABLE
  }

  static Condition up(Subject subject) {
    return new Condition(subject, Kind.UP);
  }

  static Condition stable(Subject subject) {
    return new Condition(subject, Kind.STABLE);
  }

  static Condition knownStable(Subject subject) {
    return new Condition(subject, Kind.KNOWN_STABLE);
  }

  /**
   * @param change null where one of the samples does not have the subject
   */
  boolean holds(@Nullable Change change) {
    return switch (kind) {
      case UP -> change != null && change.direction() == Direction.UP;
      case STABLE -> change == null || change.direction() == Direction.STABLE;
      case KNOWN_STABLE -> change != null && change.direction() == Direction.STABLE;
    };
  }
}
