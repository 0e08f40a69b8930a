package io.tracejoin.decompose;

import java.util.Locale;

/** Parts of a run that are not load: counted for completeness, in no latency figure. */
public enum Lifecycle {
  SETUP,
  TEARDOWN;

  /** The name in JSON, SQL and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
