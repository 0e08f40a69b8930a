package io.tracejoin.decompose;

import java.util.Locale;

/** Why a client record is not matched (semantics 7). */
public enum Reason {
  UNCORRELATED(State.CLIENT_ONLY, true),
  NO_SPANS(State.CLIENT_ONLY, true),
  ROOT_MISSING(State.CLIENT_ONLY, true),
  COLLISION(State.EXCLUDED, true),
  SEVERAL_PER_TRACE(State.EXCLUDED, true),
  REDIRECT_CHAIN(State.EXCLUDED, true),
  NEGATIVE_ENVELOPE(State.EXCLUDED, true),
  ROOT_ENDS_EARLY(State.EXCLUDED, true),
  RETRIED_UPSTREAM(State.EXCLUDED, true),
  AMBIGUOUS_REQUEST_ID(State.EXCLUDED, true),
  NEVER_SENT(State.CLIENT_ONLY, false),
  NOT_SAMPLED(State.CLIENT_ONLY, false);

  private final State state;
  private final boolean inCoverage;

  Reason(State state, boolean inCoverage) {
    this.state = state;
    this.inCoverage = inCoverage;
  }

  /** The state of a record with this reason. */
  public State state() {
    return state;
  }

  /** False for records that no trace was expected of: they are outside coverage's denominator. */
  public boolean inCoverage() {
    return inCoverage;
  }

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
