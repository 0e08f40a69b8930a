package io.tracejoin.demo;

/**
 * What differs between the two runs of the demo.
 *
 * @param runId the run's name
 * @param drained slots that the GPU pool lacks for a while in the middle of the run: what is left
 *     cannot keep up
 * @param runsAfter how many runs of the demo come after this one in simulated time
 */
record Scenario(String runId, String description, int drained, int runsAfter) {

  static final Scenario HEALTHY = new Scenario("demo-healthy", "demo: the GPU pool keeps up", 0, 1);
  static final Scenario SATURATED =
      new Scenario("demo-saturated", "demo: a third of the GPU pool is drained for a minute", 4, 0);
}
