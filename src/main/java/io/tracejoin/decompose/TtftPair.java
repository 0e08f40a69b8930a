package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * Both sides' times to the first token, of one kind, in nanoseconds; null where a side does not
 * know it.
 *
 * @param client from sending
 * @param server from the root's start
 */
public record TtftPair(@Nullable Long client, @Nullable Long server) {

  /** What lies between the two; null where one is not known. */
  public @Nullable Long envelope() {
    return client == null || server == null ? null : (Long) Nanos.minus(client, server);
  }
}
