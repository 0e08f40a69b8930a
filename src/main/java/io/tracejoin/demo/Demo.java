package io.tracejoin.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.core.io.ClassPathResource;
import org.springframework.grpc.server.lifecycle.GrpcServerStartedEvent;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/**
 * Profile {@code demo}: simulates a healthy run and one whose GPU queue saturates, sends both
 * through the front doors, and logs where the slowest request's time went. Runs that are there
 * already are shown, not simulated again.
 */
@Component
@Profile("demo")
final class Demo {

  private static final Logger log = LoggerFactory.getLogger(Demo.class);
  private static final int RECORDS_A_POST = 2_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration BETWEEN_RUNS = Duration.ofSeconds(30);

  private static final String BUDGET = "chat-release-gate";

  private final DemoProperties settings;
  private final Clock clock;
  private final ClientSide client = new ClientSide();
  private volatile int restPort;
  private volatile int grpcPort;

  Demo(DemoProperties settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  @EventListener
  void started(WebServerInitializedEvent event) {
    restPort = event.getWebServer().getPort();
  }

  @EventListener
  void started(GrpcServerStartedEvent event) {
    grpcPort = event.getPort();
  }

  /** In a thread of its own: the service is up and can be used meanwhile. */
  @EventListener(ApplicationReadyEvent.class)
  void start() {
    Thread thread = new Thread(this::run, "demo");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      RestClient api =
          RestClient.builder()
              .baseUrl("http://localhost:" + restPort)
              .defaultHeaders(it -> headers().forEach(it::set))
              .build();
      api.put()
          .uri("/api/v1/budgets/{budget}", BUDGET)
          .contentType(MediaType.APPLICATION_YAML)
          .body(new ClassPathResource("examples/" + BUDGET + ".yaml"))
          .retrieve()
          .toBodilessEntity();
      for (Scenario scenario : List.of(Scenario.HEALTHY, Scenario.SATURATED)) {
        if (!exists(api, scenario)) {
          load(api, scenario);
        }
      }
      awaitFinished(api, Scenario.HEALTHY);
      awaitFinished(api, Scenario.SATURATED);
      show(api);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      log.error("the demo stopped", failure);
    }
  }

  private Map<String, String> headers() {
    String token = settings.token();
    return token == null || token.isBlank() ? Map.of() : Map.of("authorization", "Bearer " + token);
  }

  private static boolean exists(RestClient api, Scenario scenario) {
    return api.get()
        .uri("/api/v1/runs/{run}", scenario.runId())
        .exchange((request, response) -> response.getStatusCode().is2xxSuccessful());
  }

  private void load(RestClient api, Scenario scenario) {
    Instant start = start(scenario);
    long startNanos = start.getEpochSecond() * 1_000_000_000L + start.getNano();
    List<SimulatedRequest> requests = new Simulation(settings, scenario).requests(startNanos);
    log.info(
        "{}: sending {} requests as OTLP spans and as client records",
        scenario.runId(),
        requests.size());
    declare(api, scenario);
    try (GatewaySpans spans = new GatewaySpans("http://localhost:" + grpcPort, headers())) {
      requests.forEach(spans::emit);
    }
    for (int from = 0; from < requests.size(); from += RECORDS_A_POST) {
      int to = Math.min(from + RECORDS_A_POST, requests.size());
      post(api, scenario, requests.subList(from, to));
    }
    api.post()
        .uri("/api/v1/runs/{run}/k6-summary", scenario.runId())
        .contentType(MediaType.APPLICATION_JSON)
        .body(client.summary(requests.size()))
        .retrieve()
        .toBodilessEntity();
    api.post().uri("/api/v1/runs/{run}/finish", scenario.runId()).retrieve().toBodilessEntity();
  }

  /**
   * The runs follow each other in simulated time: a trace without a record then belongs to one of
   * them.
   */
  private Instant start(Scenario scenario) {
    Duration length = settings.duration().plus(BETWEEN_RUNS);
    return clock.instant().minus(length.multipliedBy(scenario.runsAfter() + 1L));
  }

  private void declare(RestClient api, Scenario scenario) {
    Map<String, Object> declaration =
        Map.of(
            "name", scenario.description(),
            "kind", "steady",
            "load",
                Map.of(
                    "model",
                    "open",
                    "arrival",
                    "constant",
                    "target_rate",
                    settings.rate(),
                    "planned_duration_s",
                    settings.duration().toSeconds()),
            "window",
                Map.of(
                    "warmup_s",
                    settings.duration().toSeconds() / 20,
                    "cooldown_s",
                    settings.duration().toSeconds() / 60),
            "services", List.of("llm-gateway"),
            "sampling", Map.of("policy", "always_on", "ratio", 1.0));
    api.put()
        .uri("/api/v1/runs/{run}", scenario.runId())
        .contentType(MediaType.APPLICATION_JSON)
        .body(declaration)
        .retrieve()
        .toBodilessEntity();
  }

  private void post(RestClient api, Scenario scenario, List<SimulatedRequest> part) {
    api.post()
        .uri("/api/v1/runs/{run}/client-records", scenario.runId())
        .contentType(MediaType.APPLICATION_NDJSON)
        .body(client.ndjson(part))
        .retrieve()
        .onStatus(
            HttpStatusCode::isError,
            (request, response) -> {
              throw new IllegalStateException(
                  "client records were refused: " + response.getStatusCode());
            })
        .toBodilessEntity();
  }

  private void awaitFinished(RestClient api, Scenario scenario) throws InterruptedException {
    Instant deadline = clock.instant().plus(PATIENCE);
    while (!"finished"
        .equals(text(api, "/api/v1/runs/{run}", scenario.runId()).path("state").asString(""))) {
      if (clock.instant().isAfter(deadline)) {
        throw new IllegalStateException(scenario.runId() + " does not settle");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private void show(RestClient api) {
    String run = Scenario.SATURATED.runId();
    JsonNode slowest =
        text(
            api,
            "/api/v1/runs/{run}/requests?sort=client_total&order=desc&limit=1&state=matched&outcome=success",
            run);
    String traceId = slowest.path("requests").path(0).path("trace_id").asString();
    String trace =
        api.get()
            .uri("/api/v1/traces/{trace}", traceId)
            .accept(MediaType.TEXT_PLAIN)
            .retrieve()
            .body(String.class);
    log.info(
        """
        The slowest answered request of {}:

        {}
        Look next:
          curl -H 'Accept: text/plain' http://localhost:{}/api/v1/runs/demo-healthy/report
          curl -H 'Accept: text/plain' http://localhost:{}/api/v1/runs/demo-saturated/report
          curl -H 'Accept: text/plain' http://localhost:{}/api/v1/runs/demo-saturated/verdict
          curl http://localhost:{}/api/v1/traces/{}
        """,
        run,
        trace,
        restPort,
        restPort,
        restPort,
        restPort,
        traceId);
  }

  private static JsonNode text(RestClient api, String uri, String run) {
    JsonNode body =
        api.get().uri(uri, run).accept(MediaType.APPLICATION_JSON).retrieve().body(JsonNode.class);
    if (body == null) {
      throw new IllegalStateException("no answer from " + uri);
    }
    return body;
  }
}
