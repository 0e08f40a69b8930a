package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * What the client says a request was; null where it says nothing.
 *
 * @param generator which load generator sent it: each has its own clock
 * @param lifecycle {@code setup} or {@code teardown} for requests outside the load itself
 * @param step index of the load step
 * @param errorCode the generator's own code (k6 {@code error_code})
 */
public record ClientLabels(
    @Nullable String generator,
    @Nullable Lifecycle lifecycle,
    @Nullable String scenario,
    @Nullable String endpoint,
    @Nullable Boolean streaming,
    @Nullable Integer step,
    @Nullable String finishReason,
    @Nullable String errorCode,
    @Nullable String model,
    @Nullable String provider,
    @Nullable String route,
    @Nullable String region,
    @Nullable Integer inputTokens,
    @Nullable Integer outputTokens,
    @Nullable Long responseBytes) {

  /** Nothing said. */
  public static final ClientLabels NONE =
      new ClientLabels(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
}
