package io.tracejoin.ingest;

/** What the keys of request IDs are made with. */
public interface RequestKeySecret {

  /**
   * The secret, the same for all processes and for ever; made if there is none.
   *
   * @throws RuntimeException if it cannot be read now
   */
  byte[] get();
}
