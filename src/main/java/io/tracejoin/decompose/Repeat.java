package io.tracejoin.decompose;

/** How two client records of one run relate (semantics 2). */
public enum Repeat {
  /** Other requests: nothing to do with each other. */
  UNRELATED,
  /**
   * Rows of one call: one of them was redirected, or challenged for authentication, and the other
   * followed at once.
   */
  HOPS,
  /** The same request told twice: equal in outcome, status and every duration that both carry. */
  SAME,
  /** The same identity with other facts: a collision. */
  CONFLICT;

  /** Relates two records of one run, in any order. */
  public static Repeat of(ClientRecord one, ClientRecord other) {
    throw new UnsupportedOperationException(one + " " + other);
  }
}
