package io.tracejoin.run;

/** Joins a run's traces again, when something that was declared about it decides how. */
public interface RejoinQueue {

  /**
   * Queues every joined trace of the run, in the transaction of the caller where there is one. What
   * is not joined yet is queued anyway, and a joiner that has just loaded the old declaration
   * notices and queues its traces itself.
   *
   * @param runId the run's number
   */
  void rejoin(int runId);
}
