package io.tracejoin.ingest.client;

/** Does commits while their uploads are read on. */
@FunctionalInterface
interface Commits {

  /** Does it now, on another thread. Never blocks. */
  void begin(Runnable commit);
}
