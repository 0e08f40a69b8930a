package io.tracejoin.decompose;

import java.util.Locale;

/** Slice dimensions that a trace can tell (semantics 9). The mapping names their attributes. */
public enum Dimension {
  MODEL,
  PROVIDER,
  ROUTE,
  REGION,
  POOL,
  PRIORITY,
  QUEUE_OUTCOME,
  WORKER;

  /** The name in JSON, SQL, YAML and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
