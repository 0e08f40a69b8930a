package io.tracejoin.run;

/** Queues traces that must be joined again although nothing arrived for them. */
public interface RejoinQueue {

  /** All traces of a run: what decides its joins has changed. */
  void rejoin(int run);

  /** The traces of a run whose roots were out of reach of its sends when they were joined. */
  void rejoinOutOfReach(int run);
}
