package io.tracejoin.demo;

/**
 * What differs between the two runs of the demo.
 *
 * @param runId the run's name
 * @param slots requests that the GPU pool generates for at once: too few make a queue
 */
record Scenario(String runId, String description, int slots) {

  static final Scenario HEALTHY = new Scenario("demo-healthy", "demo: the GPU pool keeps up", 16);
  static final Scenario SATURATED =
      new Scenario("demo-saturated", "demo: the GPU pool has too few slots", 9);
}
