package io.tracejoin.decompose;

/**
 * What a part of the root's time was spent on (semantics 4), in the order in which reports print
 * it.
 */
public enum Phase {
  GATEWAY("gateway", "gateway team"),
  APP_QUEUE("app_queue", "gateway team"),
  GPU_QUEUE("gpu_queue", "inference capacity"),
  PREFILL("prefill", "model / inference"),
  DECODE("decode", "model / inference"),
  GENERATION("generation", "model / inference"),
  PROVIDER_REQUEST("provider_request", "external provider"),
  RESPONSE_WRITE("response_write", "gateway / network");

  /** Owner of root time that no phase covers. */
  public static final String UNATTRIBUTED_OWNER = "instrumentation";

  private final String code;
  private final String owner;

  Phase(String code, String owner) {
    this.code = code;
    this.owner = owner;
  }

  /** The name in JSON, SQL, YAML and docs. */
  public String code() {
    return code;
  }

  /** Who is asked when this phase is slow. */
  public String owner() {
    return owner;
  }
}
