package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** The pages in a real browser, over the demo's runs; skipped where the machine has no browser. */
@ServiceTest
@ActiveProfiles("demo")
@TestPropertySource(properties = "tracejoin.demo.duration=20s")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesIT {

  private static final String RUN = "/runs/demo-saturated";
  private static final String SLOWEST =
      "/api/v1/runs/demo-saturated/requests?sort=gpu_queue&order=desc&limit=1";
  private static final String EVIL = "<script>window.hacked=1</script><img src=x onerror=hacked=1>";

  private final Service service;
  private final Browsing browser;

  PagesIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    Optional<Path> executable = Browsing.executable();
    Assumptions.assumeTrue(executable.isPresent(), "no browser on this machine");
    service = new Service(rest, otlp.port());
    browser = Browsing.of(executable.orElseThrow(), rest);
  }

  @BeforeAll
  void awaitTheDemo() {
    await()
        .atMost(Duration.ofSeconds(120))
        .until(
            () ->
                service
                    .get("/api/v1/runs/demo-saturated", "application/json")
                    .body()
                    .contains("\"state\":\"finished\""));
  }

  @AfterEach
  void closePages() {
    browser.closePages();
  }

  @AfterAll
  void close() {
    browser.close();
  }

  @Test
  void aPastedTraceparentLeadsToItsExplanationWithoutAMouse() {
    JsonNode slow = slowest();
    String id = slow.path("trace_id").asString();
    JsonNode most =
        service.json("/api/v1/traces/" + id).path("requests").path(0).path("largest_part");
    Page page = browser.open("/");

    page.keyboard().press("/");
    page.keyboard()
        .insertText("traceparent: 00-" + id.toUpperCase(Locale.ROOT) + "-00f067aa0ba902b7-01");
    page.keyboard().press("Enter");
    page.waitForURL("**/traces/" + id);
    Browsing.settle(page);

    assertThat(page.textContent("article .headline"))
        .startsWith("The client waited ")
        .contains(most.path("measure").asString())
        .endsWith("Ask: " + most.path("owner").asString() + ".");
    assertThat(page.textContent(".waterfall"))
        .contains("Client", "POST /v1/chat/completions", "inference.acquire_slot", "Charged to");
    assertThat(page.textContent("#preflight")).contains("The chain is whole.");
    assertThat(page.textContent("#text pre")).isEqualTo(service.text("/api/v1/traces/" + id));
  }

  @Test
  void theBarOfWhatWasChargedIsAsLongAsTheRoot() {
    Page page = browser.open("/traces/" + slowest().path("trace_id").asString());
    Object lengths =
        page.evaluate(
            """
            () => {
              const width = (parts) => [...parts].reduce((sum, it) => sum + parseFloat(it.style.width), 0);
              const root = document.querySelector('.waterfall tbody tr:nth-child(2) .bar-part');
              return [width(document.querySelectorAll('tr.charged .bar-part')), parseFloat(root.style.width)];
            }
            """);
    List<?> both = (List<?>) lengths;
    double charged = ((Number) both.get(0)).doubleValue();
    double root = ((Number) both.get(1)).doubleValue();
    assertThat(charged).isCloseTo(root, offset(0.01));
  }

  @Test
  void theTabKeyLeadsFromTheRunsToATrace() {
    Page page = browser.open("/");
    Browsing.go(page, "demo-saturated");
    assertThat(page.url()).endsWith(RUN);
    Browsing.go(page, "Requests");
    assertThat(page.url()).contains(RUN + "/requests");
    String first = Objects.requireNonNull(page.textContent("tbody tr:first-child a"));
    Browsing.go(page, first);
    assertThat(page.url()).contains("/traces/" + first.replace("…", ""));
  }

  @Test
  void aFigureLeadsToTheRequestsBehindIt() {
    Page page = browser.open(RUN);
    String p95 = page.textContent("tr:has-text('gpu_queue') td:nth-child(3) a");
    page.click("tr:has-text('gpu_queue') td:nth-child(3) a");
    Browsing.settle(page);

    assertThat(page.url()).contains("sort=gpu_queue", "min_ms=", "window=true", "state=matched");
    assertThat(page.textContent("tbody tr:first-child td:nth-child(3)")).isEqualTo(p95);
  }

  @Test
  void aRunShowsItsFiguresAsTheReportHasThem() {
    JsonNode report = service.json("/api/v1/runs/demo-saturated/report");
    Page page = browser.open(RUN);

    assertThat(page.textContent(".tiles"))
        .contains("%,d".formatted(report.path("population").path("in_window").asInt()))
        .contains("Error rate", "Join coverage", "Dropped iterations");
    assertThat(page.locator(".notices li").count()).isEqualTo(report.path("warnings").size());
    assertThat(page.locator(".chart canvas").count()).isEqualTo(4);
    assertThat(page.textContent("#conditions")).contains("always_on", "llm-gateway v1");
    page.selectOption("#distribution select", "gpu_queue");
    Browsing.settle(page);
    assertThat(page.textContent("#distribution")).contains("request");
  }

  @ParameterizedTest
  @CsvSource({
    "4bf92f3577b34da6a3ce929d0e0e4736, 4bf92f3577b34da6a3ce929d0e0e4736",
    "' 00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01 ', 4bf92f3577b34da6a3ce929d0e0e4736",
    "'\"traceparent\": 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', ",
    "traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00, 4bf92f3577b34da6a3ce929d0e0e4736",
    "00000000000000000000000000000000, ",
    "4bf92f3577b34da6a3ce929d0e0e473, ",
    "'', "
  })
  void theSearchBoxUnderstandsWhatIsPasted(String pasted, String id) {
    Page page = browser.open("/");
    Object found =
        page.evaluate("async (text) => (await import('/pages/search.js')).traceIdOf(text)", pasted);
    assertThat(found).isEqualTo(id);
  }

  @Test
  void whatIsNoTraceIdIsToldBesideTheBox() {
    Page page = browser.open("/");
    page.fill("#trace", "42");
    page.keyboard().press("Enter");
    assertThat(page.textContent("#search-problem")).contains("32 hex digits");
    assertThat(page.getAttribute("#trace", "aria-invalid")).isEqualTo("true");
  }

  @Test
  void anUnknownTraceIsToldWithHowFreshTheDataIs() {
    Page page = browser.open("/traces/4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(page.textContent("main")).contains("newest span was received");
  }

  @Test
  void anEmptyServiceSaysHowToSendDataToThisVeryHost() {
    Page page = browser.open("/traces/x");
    answer(page, "**/api/v1/runs?*", "{\"runs\":[],\"next_cursor\":null}");
    page.navigate(browser.origin());
    Browsing.settle(page);

    assertThat(page.textContent("main"))
        .contains(browser.origin() + "/api/v1/runs/my-run/client-records?format=k6-json")
        .contains("OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4317");
  }

  @Test
  void slicesAreThoseOfTheReportByTheDimensionChosen() {
    JsonNode first =
        service
            .json("/api/v1/runs/demo-saturated/report?slice=pool")
            .path("slices")
            .path("values")
            .path(0);
    Page page = browser.open(RUN);
    page.selectOption("#slices select", "pool");
    Browsing.settle(page);

    String pool = first.path("value").asString();
    assertThat(page.textContent("#slices tbody tr:first-child"))
        .contains(pool, "%,d".formatted(first.path("in_window").asInt()));
    assertThat(page.getAttribute("#slices tbody a", "href"))
        .contains("window=true", "pool=" + pool.replace(' ', '+'));
    assertThat(page.url()).contains("slice=pool");
  }

  /** What the service will answer, in the shape of its contract. */
  private static void answer(Page page, String path, String body) {
    page.route(
        path,
        route ->
            route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(body)));
  }

  @Test
  void namesThatUsersChoseAreInert() {
    Service.accepted(
        service.put(
            "/api/v1/runs/evil",
            Service.JSON.writeValueAsString(
                Map.of(
                    "name", EVIL, "conditions", Map.of(EVIL, EVIL), "labels", Map.of("a", EVIL)))));
    String id = "%032x".formatted(0xe1_11L);
    Service.accepted(
        service.records(
            "evil",
            "native",
            Service.JSON.writeValueAsString(
                Map.of(
                    "trace_id",
                    id,
                    "outcome",
                    "success",
                    "status",
                    200,
                    "total_ms",
                    5,
                    "model",
                    EVIL,
                    "error_code",
                    EVIL,
                    "output_tokens",
                    3))));

    service.finish("evil"); // The page of an open run never lets the network be idle.

    for (String path : List.of("/?q=evil", "/runs/evil", "/runs/evil/requests", "/traces/" + id)) {
      Page page = browser.open(path);
      page.waitForFunction("name => document.body.textContent.includes(name)", EVIL);
      assertThat(page.evaluate("() => window.hacked === undefined")).as(path).isEqualTo(true);
      assertThat(page.locator("main img, main script").count()).as(path).isZero();
    }
    assertThat(service.delete("/api/v1/runs/evil").statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", RUN, RUN + "/requests", "trace", "/swagger-ui/index.html"})
  void thePolicyIsStrictAndNothingBreaksIt(String path) {
    browser.complaints().clear();
    Page page = browser.open(address(path));
    if (path.startsWith("/swagger-ui")) {
      page.waitForSelector(".opblock");
    } else {
      assertThat(page.locator("script:not([src]), style, [onclick]").count()).isZero();
    }
    String policy =
        service.head(page.url().substring(browser.origin().length()), "Content-Security-Policy");
    assertThat(policy).contains("default-src 'self'").doesNotContain("unsafe-eval");
    assertThat(policy.contains("unsafe-inline")).isEqualTo(path.startsWith("/swagger-ui"));
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.asked())
        .allMatch(it -> it.startsWith(browser.origin() + "/") || it.startsWith("data:"));
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void axeFindsNothingSerious(ColorScheme scheme) {
    for (String path : List.of("/", RUN, RUN + "/requests", "trace", "/traces/none")) {
      Page page = browser.open(address(path), scheme, 1280, 900);
      assertThat(Browsing.serious(page)).as(path).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"390, LIGHT", "390, DARK", "768, LIGHT", "1280, DARK"})
  void nothingIsWiderThanTheScreen(int width, ColorScheme scheme) {
    for (String path : List.of("/", RUN, RUN + "/requests", "trace")) {
      Page page = browser.open(address(path), scheme, width, 844);
      assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
          .as(path)
          .isEqualTo(0);
      String background = scheme == ColorScheme.DARK ? "rgb(18, 22, 29)" : "rgb(246, 247, 249)";
      assertThat(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
          .isEqualTo(background);
    }
  }

  private String address(String path) {
    return path.equals("trace") ? "/traces/" + slowest().path("trace_id").asString() : path;
  }

  private JsonNode slowest() {
    return service.json(SLOWEST).path("requests").path(0);
  }
}
