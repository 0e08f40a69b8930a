package io.tracejoin.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The demo's load, for tests that bring it in by other ways than the demo does. */
public final class DemoLoad {

  private static final DemoProperties SETTINGS =
      new DemoProperties(Duration.ofMinutes(10), 8, 7, null);

  private final List<SimulatedRequest> requests;
  private final List<SimulatedRequest> traced;

  private DemoLoad(List<SimulatedRequest> requests, List<SimulatedRequest> traced) {
    this.requests = requests;
    this.traced = traced;
  }

  /** The GPU pool keeps up. */
  public static DemoLoad healthy(Instant start) {
    return of(Scenario.HEALTHY, start);
  }

  /** A third of the GPU pool is drained for a while. */
  public static DemoLoad saturated(Instant start) {
    return of(Scenario.SATURATED, start);
  }

  private static DemoLoad of(Scenario scenario, Instant start) {
    List<SimulatedRequest> requests =
        new Simulation(SETTINGS, scenario).requests(start.toEpochMilli() * 1_000_000);
    return new DemoLoad(requests, requests);
  }

  /** Only the slowest requests keep their traces. */
  public DemoLoad slowestTraced(double share) {
    return new DemoLoad(
        requests,
        requests.stream()
            .sorted(Comparator.comparing(SimulatedRequest::total).reversed())
            .limit(Math.round(share * requests.size()))
            .toList());
  }

  /** Sends the gateway's spans. */
  public void sendSpans(int grpcPort) {
    try (GatewaySpans spans = new GatewaySpans("http://localhost:" + grpcPort, Map.of())) {
      traced.forEach(spans::emit);
    }
  }

  /** The generator's records as NDJSON. */
  public String records() {
    return new ClientSide().ndjson(requests);
  }

  /** The generator's summary. */
  public String summary() {
    return new ClientSide().summary(requests.size());
  }
}
