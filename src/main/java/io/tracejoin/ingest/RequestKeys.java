package io.tracejoin.ingest;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the key under which client and server find each other by a request ID. */
public interface RequestKeys {

  /**
   * The key of a request ID as it was sent or captured. The ID itself cannot be told from it.
   *
   * @return null if the text is no request ID
   * @throws RuntimeException if what the key is made with was never read and cannot be read now
   */
  @Nullable UUID of(String requestId);

  /**
   * Reads what keys are made with, unless that was done.
   *
   * @throws RuntimeException if it cannot be read now
   */
  default void require() {}
}
