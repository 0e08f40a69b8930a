package io.tracejoin.run;

import java.util.Locale;

/** Life of a run (semantics 14). */
public enum RunState {
  /** Data comes in. */
  OPEN,
  /** Finish was asked for; late data is waited for. */
  SETTLING,
  /** The report is stored. Later data makes a new revision. */
  FINISHED;

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
