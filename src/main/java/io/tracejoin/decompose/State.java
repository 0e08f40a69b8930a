package io.tracejoin.decompose;

import java.util.Locale;

/** What became of a request in the join. */
public enum State {
  /** A pair with a root and no exclusion. */
  MATCHED,
  /** A client record without a usable trace. */
  CLIENT_ONLY,
  /** A trace without a client record. */
  SERVER_ONLY,
  /** A pair or a collision that stays out of every quantile. */
  EXCLUDED,
  /**
   * No request: keeps the place of a request ID whose records are joined under the traces that hold
   * it, so that a joiner that knows less does not put them back.
   */
  RESOLVED;

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
