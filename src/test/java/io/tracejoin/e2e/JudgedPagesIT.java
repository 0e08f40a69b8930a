package io.tracejoin.e2e;

import static io.tracejoin.e2e.Simulated.spread;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tracejoin.e2e.Simulated.Parts;
import io.tracejoin.e2e.Simulated.Source;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Pages of verdicts, comparisons, steps, budgets and runs under way, in a real browser. */
@ServiceTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JudgedPagesIT {

  private static final String RUN = "/runs/page-new";
  private static final String COMPARE = "/runs/page-new/compare/page-old";
  private static final String STEPS = "/runs/page-ramp/steps";
  private static final String EVIL = "<script>window.hacked=1</script><img src=x onerror=hacked=1>";

  private static final String BUDGET =
      """
      description: gate of the pages
      evidence: {min_samples: 400, min_coverage: 0.95}
      clauses:
        - {id: queue, measure: gpu_queue, stat: p95, max_ms: 250, warn_ms: 200}
        - {id: envelope, measure: network_envelope, stat: p95, max_ms: 120}
        - {id: errors, measure: error_rate, max: 0.03}
      """;

  private static final String STAGES =
      """
      {"kind": "stepped", "slo": {"total_ms": 2000}, "load": {"model": "open", "stages": [
        {"target_rate": 4, "duration_s": 40}, {"target_rate": 8, "duration_s": 40}, {"target_rate": 10, "duration_s": 40}]}}
      """;

  private final Service service;
  private final Browsing browser;

  JudgedPagesIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    Optional<Path> executable = Browsing.executable();
    Assumptions.assumeTrue(executable.isPresent(), "no browser on this machine");
    service = new Service(rest, otlp.port());
    browser = Browsing.of(executable.orElseThrow(), rest);
  }

  @BeforeAll
  void sendRuns() {
    assertThat(service.putYaml("/api/v1/budgets/page-gate", BUDGET).statusCode()).isEqualTo(201);
    assertThat(service.putYaml("/api/v1/budgets/page-other", BUDGET).statusCode()).isEqualTo(201);
    load("page-old", declared("0.10.1"), new Simulated(0x7d000001).step(6, 90, queue(60)));
    load("page-new", declared("0.10.2"), new Simulated(0x7d000002).step(6, 90, queue(1500)));
    Simulated ramp =
        new Simulated(0x7d000003)
            .step(4, 40, queue(30))
            .step(8, 40, queue(50))
            .step(10, 40, (random, second) -> parts(random.nextDouble() * 20 + 60 * second));
    load("page-ramp", STAGES, ramp);
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
  void aFailingVerdictStandsOnTopWithThePhaseAndItsOwner() {
    JsonNode verdict = service.json("/api/v1/runs/page-new/verdict");
    Page page = browser.open(RUN);

    assertThat(page.textContent(".verdict .headline")).contains("fail", "page-gate v1");
    assertThat(page.textContent(".verdict .guilty"))
        .contains("gpu_queue", "ms over", "ask: inference capacity");
    assertThat(page.textContent(".verdict table")).contains("queue", "≤ 250 ms", "warn 200 ms");
    assertThat(page.textContent("#figures tr:has-text('gpu_queue')"))
        .contains("p95 ≤ 250 ms: fail");
    assertThat(page.textContent(".tile.pass")).contains("Error rate", "bound 3 %: pass");
    assertThat(page.locator(".verdict td a").first().getAttribute("href"))
        .isEqualTo(
            "/traces/" + verdict.path("clauses").path(0).path("examples").path(0).asString());
    assertThat(page.textContent("#slo")).contains("at most 2,000 ms", "Goodput");
    assertThat(page.textContent("#load")).contains("Delivered", "Under way");
  }

  @Test
  void theRunsAreListedWithTheirVerdictsAndGuiltyPhases() {
    Page page = browser.open("/?q=page-");
    assertThat(page.textContent("tr:has-text('page-new')"))
        .contains("fail", "gpu_queue", "guilty: inference capacity");
    assertThat(page.textContent("tr:has-text('page-old')")).contains("pass");
  }

  @Test
  void whereSeveralBudgetsCouldJudgeThePageAsksWhich() {
    Page page = browser.open("/runs/page-ramp");
    page.selectOption(".verdict select", "page-gate");
    page.waitForURL(Pattern.compile(".*budget=page-gate"));
    Browsing.settle(page);
    assertThat(page.textContent(".verdict .headline")).contains("page-gate v1");
  }

  @Test
  void noPageAsksForWhatIsNotThere() {
    browser.refused().clear();
    for (String path : pages()) {
      browser.open(path);
    }
    assertThat(browser.refused()).isEmpty();
  }

  @Test
  void aComparisonIsReachedWithTheKeyboardAndNamesConditionsFirst() {
    Page page = browser.open(RUN);
    Browsing.go(page, "Compare");
    Browsing.go(page, "page-old");
    assertThat(page.url()).endsWith(COMPARE);

    String text = page.textContent("main");
    assertThat(text.indexOf("conditions.engine")).isLessThan(text.indexOf("inference saturated"));
    assertThat(text.indexOf("inference saturated")).isLessThan(text.indexOf("Shift of p95"));
    assertThat(page.textContent("#phases tr:has-text('gpu_queue')")).contains("▲ up", "[");
    assertThat(page.textContent("#phases tr:has-text('network_envelope')")).contains("stable");
    assertThat(page.textContent("#tail")).contains("Around p95 the run takes +", "gpu_queue");
  }

  @Test
  void stepsShowCapacityAndKnee() {
    JsonNode steps = service.json("/api/v1/runs/page-ramp/steps");
    Page page = browser.open(STEPS);
    assertThat(page.textContent("#capacity"))
        .contains("step " + steps.path("knee").path("step").asInt())
        .contains(steps.path("knee").path("message").asString());
    assertThat(page.locator("#table tbody tr").count()).isEqualTo(3);
    assertThat(page.textContent("#table tr:has-text('knee')")).contains("10/s", "over");
    assertThat(page.locator(".chart canvas").count()).isEqualTo(2);
    page.fill("input[name=attainment]", "0.5");
    page.keyboard().press("Enter");
    page.waitForURL(Pattern.compile(".*attainment=0.5"));
  }

  @Test
  void aBudgetIsWrittenCheckedAndSavedAsTheNextVersion() {
    Page page = browser.open("/budgets");
    page.fill("input[name=name]", "page-written");
    page.keyboard().press("Enter");
    page.waitForURL("**/budgets/page-written/edit");
    Browsing.settle(page);

    page.fill("textarea", "clauses:\n  - {id: a, measure: nope, stat: p95, max_ms: 1}\n");
    page.waitForSelector("#checked .bad");
    assertThat(page.textContent("#checked")).contains("Line 2", "clauses[0].measure", "nope");
    assertThat(page.getAttribute("textarea", "aria-invalid")).isEqualTo("true");
    page.click("#checked button");
    assertThat(page.evaluate("() => getSelection().toString()").toString()).contains("nope");

    page.fill("textarea", BUDGET);
    page.waitForSelector("#checked .fine");
    page.click("button:has-text('Save')");
    page.waitForURL("**/budgets/page-written");
    Browsing.settle(page);
    assertThat(page.textContent("#clauses")).contains("gpu_queue p95", "max 250 ms", "warn 200 ms");

    Browsing.go(page, "Edit");
    assertThat(page.inputValue("textarea")).isEqualTo(BUDGET);
    page.fill("textarea", BUDGET.replace("250", "300"));
    page.click("button:has-text('Save')");
    page.waitForURL("**/budgets/page-written");
    Browsing.settle(page);
    assertThat(page.textContent("#versions")).contains("v2, shown", "v1");
    Browsing.go(page, "v1");
    assertThat(page.textContent("#document pre")).isEqualTo(BUDGET);
  }

  @Test
  void whoeverWroteAVersionMeanwhileIsNotOverwritten() {
    assertThat(service.putYaml("/api/v1/budgets/page-raced", BUDGET).statusCode()).isEqualTo(201);
    Page page = browser.open("/budgets/page-raced/edit");
    service.putYaml("/api/v1/budgets/page-raced", BUDGET.replace("250", "260"));
    page.fill("textarea", BUDGET.replace("250", "270"));
    page.click("button:has-text('Save')");
    page.waitForSelector("[role=status] .bad");
    assertThat(service.json("/api/v1/budgets/page-raced").path("version").asInt()).isEqualTo(2);
  }

  @Test
  void anOpenRunFollowsItsDataUntilItIsFinished() {
    List<String> ids = Generated.traceIds(0x7d000009, 40);
    Service.accepted(service.put("/api/v1/runs/page-live", "{}"));
    Page page = browser.openLive("/runs/page-live");
    page.waitForSelector("text=0 records so far");
    Service.accepted(service.otlpJson(Generated.otlp(ids)));
    Service.accepted(service.records("page-live", "native", Generated.records(ids)));
    page.waitForSelector("text=40 records so far");
    service.finish("page-live");

    page.waitForSelector("h1 .state-finished");
    Browsing.settle(page);
    assertThat(page.textContent(".tiles")).contains("40");
    assertThat(page.locator(".live").count()).isZero();
  }

  @Test
  void thePictureOfTheTailSaysInTextWhatItShows() {
    Page page = browser.open(RUN);
    assertThat(page.getAttribute("#tail a", "href")).isEqualTo("/api/v1/runs/page-new/report.svg");
    String svg = service.get("/api/v1/runs/page-new/report.svg", "image/*").body();
    assertThat(svg).contains("gpu_queue grows most; ask inference capacity.", "<title ");
    Object drawn =
        page.evaluate(
            """
            async () => {
              const image = new Image();
              image.src = '/api/v1/runs/page-new/report.svg';
              await image.decode();
              return image.naturalWidth;
            }
            """);
    assertThat(drawn).isEqualTo(760);
    browser.complaints().clear();
    browser.open("/api/v1/runs/page-new/report.svg");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void namesThatUsersChoseAreInert() {
    String declared =
        Service.JSON.writeValueAsString(
            Map.of(
                "name", EVIL, "conditions", Map.of(EVIL, EVIL), "labels", Map.of("group", EVIL)));
    load("evil-page", declared, new Simulated(0x7d00000a).step(6, 20, queue(50)));
    String description = Service.JSON.writeValueAsString(EVIL);
    service.putYaml("/api/v1/budgets/evil-page", BUDGET.replace("gate of the pages", description));
    List<String> paths =
        List.of(
            "/runs/evil-page?budget=evil-page",
            "/runs/evil-page/compare/page-old",
            "/runs/page-old/compare?q=evil",
            "/budgets",
            "/budgets/evil-page");
    for (String path : paths) {
      Page page = browser.open(path);
      page.waitForFunction("name => document.body.textContent.includes(name)", EVIL);
      assertThat(page.evaluate("() => window.hacked === undefined")).as(path).isEqualTo(true);
      assertThat(page.locator("main img, main script").count()).as(path).isZero();
    }
    assertThat(service.delete("/api/v1/runs/evil-page").statusCode()).isEqualTo(204);
  }

  @Test
  void thePolicyIsKept() {
    browser.complaints().clear();
    for (String path : pages()) {
      Page page = browser.open(path);
      assertThat(page.locator("script:not([src]), style, [onclick]").count()).as(path).isZero();
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void axeFindsNothingSerious(ColorScheme scheme) {
    for (String path : pages()) {
      assertThat(Browsing.serious(browser.open(path, scheme, 1280, 900))).as(path).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"390, LIGHT", "768, DARK", "1280, LIGHT"})
  void nothingIsWiderThanTheScreen(int width, ColorScheme scheme) {
    for (String path : pages()) {
      Page page = browser.open(path, scheme, width, 844);
      assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
          .as(path)
          .isEqualTo(0);
    }
  }

  private static List<String> pages() {
    return List.of(
        RUN,
        RUN + "/compare",
        COMPARE + "?slice=model",
        STEPS,
        "/budgets",
        "/budgets/page-gate",
        "/budgets/page-gate/edit");
  }

  private static String declared(String engine) {
    return """
    {"kind": "steady", "slo": {"total_ms": 2000}, "conditions": {"engine": "%s"}, "labels": {"budget": "page-gate"},
     "load": {"model": "open", "target_rate": 6, "planned_duration_s": 90}}
    """
        .formatted(engine);
  }

  private static Source queue(double most) {
    return (random, second) -> parts(random.nextDouble() * most);
  }

  private static Parts parts(double queue) {
    return new Parts(0.01, 38, queue, spread(new java.util.Random(Math.round(queue)), 1080, 30));
  }

  private void load(String run, String declaration, Simulated requests) {
    Service.accepted(service.put("/api/v1/runs/" + run, declaration));
    Service.accepted(service.otlpJson(requests.otlp()));
    Service.accepted(service.records(run, "native", requests.records()));
    service.finish(run);
  }
}
