package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.tracejoin.report.ReportDatabase;
import io.tracejoin.report.ReportTestReports;
import io.tracejoin.report.RequestFields;
import io.tracejoin.report.RequestQuestion;
import io.tracejoin.report.RequestStore;
import io.tracejoin.report.RunFixture;
import io.tracejoin.report.Selector;
import io.tracejoin.run.RunId;
import io.tracejoin.store.ReportStores;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportControllersIT {

  private static final JsonMapper JSON =
      JsonMapper.builder().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class).build();
  private static final String RUN = "/api/v1/runs/rest";

  private final RequestStore requests = ReportStores.requests(ReportDatabase.dataSource());
  private final KeptBodies kept = new KeptBodies();
  private final StandingAnswers answers =
      new StandingAnswers(ReportTestReports.reports(), kept, JSON);
  private final DistributionController distributions =
      new DistributionController(ReportTestReports.distributions(), answers);
  private final TimelineController timelines =
      new TimelineController(ReportTestReports.timelines(), answers);
  private final MockMvcTester service =
      MockMvcTester.create(
          MockMvcBuilders.standaloneSetup(
                  new ReportController(ReportTestReports.reports(), kept, JSON),
                  distributions,
                  timelines,
                  new RequestsController(requests, ReportTestReports.distributions(), JSON),
                  new AnomaliesController(requests))
              .setControllerAdvice(new Problems())
              .setMessageConverters(
                  new ByteArrayHttpMessageConverter(),
                  new StringHttpMessageConverter(),
                  new JacksonJsonHttpMessageConverter(JSON))
              .build());

  @BeforeAll
  static void storeARun() {
    RunFixture.open("rest", "{\"sampling\": {\"policy\": \"always_on\", \"ratio\": 1.0}}")
        .matched(
            1000,
            Map.of(
                "client_total_ns", "100000000 + i * 1000001",
                "gpu_queue_ns", "i * 1000001",
                "priority", "CASE i / 100 WHEN 0 THEN 'high' WHEN 1 THEN 'low' END",
                "client_setup_ns", "CASE WHEN i < 3 THEN i * 1000 END",
                "model", "'m' || i",
                "anomalies",
                    "CASE WHEN i % 100 = 0 THEN ARRAY['parent_mismatch']"
                        + " ELSE CAST('{}' AS text[]) END"))
        .clientOnly(10, "timeout", "no_spans", Map.of())
        .clientOnly(2, "success", "uncorrelated", Map.of("correlated", "false"));
  }

  @Test
  void aReportHasTheShapeOfTheContract() {
    JsonNode report = json(get(RUN + "/report"));
    assertThat(report.path("run_id").stringValue()).isEqualTo("rest");
    assertThat(report.path("state").stringValue()).isEqualTo("open");
    assertThat(report.path("window").path("from_s").decimalValue()).isEqualByComparingTo("0");
    assertThat(report.path("population").path("in_window").intValue()).isEqualTo(1012);
    assertThat(report.path("population").path("errors").path("timeout").intValue()).isEqualTo(10);
    assertThat(report.path("join").path("reasons").toString())
        .isEqualTo("{\"uncorrelated\":2,\"no_spans\":10}");
    assertThat(report.path("join").path("bias").path("biased").booleanValue()).isFalse();
    assertThat(report.has("slices")).isFalse();
    assertThat(report.path("join").path("record_completeness").isNull()).isTrue();
    JsonNode total = report.path("phases").path(0);
    assertThat(total.path("measure").stringValue()).isEqualTo("client_total");
    assertThat(total.has("kind")).isFalse();
    assertThat(total.path("p50_ms").isNumber()).isTrue();
    assertThat(total.path("ci95").path("p95_ms").size()).isEqualTo(2);
    assertThat(total.path("source").stringValue()).isEqualTo("exact");
    assertThat(report.path("tail").path("p95").path("mean_ms").has("gpu_queue")).isTrue();
    assertThat(report.path("sampling").path("policy").stringValue()).isEqualTo("always_on");
    assertThat(report.path("anomalies").path("parent_mismatch").intValue()).isEqualTo(10);
  }

  @Test
  void aFinishedRunsReportIsServedAsItWasFirstWrittenUntilItsRunChanges() {
    RunFixture run = RunFixture.open("served", "{}").matched(50, Map.of());
    String path = "/api/v1/runs/served/report";
    JsonNode live = json(get(path));
    run.finished();
    JsonNode stored = json(get(path));
    MvcTestResult first = get(path);

    for (String member : List.of("population", "join", "phases", "tail")) {
      assertThat(stored.path(member)).isEqualTo(live.path(member));
    }
    assertThat(json(first)).isEqualTo(stored);
    assertThat(body(get(path))).isEqualTo(body(first));
    assertThat(first.getResponse().getContentType()).isEqualTo("application/json");
    String eTag = eTag(first);
    assertThat(ifNoneMatch(path, eTag)).hasStatus(304);
    assertThat(eTag(get(path, "text/csv"))).isNotEqualTo(eTag);

    run.matched(1, Map.of()).touched();
    assertThat(json(ifNoneMatch(path, eTag)).path("population").path("in_window").intValue())
        .isEqualTo(51);
    assertThat(json(get(path)).path("revision").intValue()).isEqualTo(2);
    assertThat(ifNoneMatch(path, eTag)).hasStatus(200);
    assertThat(json(get(path + "?revision=1")).path("population").path("in_window").intValue())
        .isEqualTo(50);
  }

  @Test
  void aRunThatIsPinnedAfterwardsKeepsItsReport() {
    RunFixture run = RunFixture.open("pinned", "{\"kind\": \"steady\"}").matched(5, Map.of());
    run.finished();
    String path = "/api/v1/runs/pinned/report";
    get(path);
    String eTag = eTag(get(path));
    run.declared("{\"kind\": \"steady\", \"pinned\": true}");
    assertThat(ifNoneMatch(path, eTag)).hasStatus(304);
    run.declared("{\"kind\": \"cold_start\", \"pinned\": true}");
    assertThat(ifNoneMatch(path, eTag)).hasStatus(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"distribution", "scatter", "timeline?bucket_s=auto", "timeline"})
  void aFinishedRunsChartsAreKeptUntilItsRunChanges(String chart) {
    String name = "charts-" + Math.abs(chart.hashCode());
    RunFixture run = RunFixture.open(name, "{}").matched(50, Map.of("output_tokens", "10 + i"));
    String path = "/api/v1/runs/" + name + "/" + chart;
    assertThat(get(path).getResponse().getHeader(HttpHeaders.ETAG)).isNull();
    run.finished();
    get("/api/v1/runs/" + name + "/report");

    MvcTestResult kept = get(path);
    assertThat(ifNoneMatch(path, eTag(kept))).hasStatus(304);
    run.matched(1, Map.of("output_tokens", "500", "client_total_ns", "900000000")).touched();
    assertThat(get(path).getResponse().getHeader(HttpHeaders.ETAG)).isNull();
    get("/api/v1/runs/" + name + "/report");
    assertThat(eTag(get(path))).isNotEqualTo(eTag(kept));
  }

  @Test
  void aTimelineThatIsNotToldItsBucketsFitsIntoAPicture() {
    RunFixture.open("long", "{}").matched(3000, Map.of());
    JsonNode timeline = json(get("/api/v1/runs/long/timeline?bucket_s=auto"));
    assertThat(timeline.path("bucket_s").intValue()).isEqualTo(5);
    // Sends of 300 seconds, and a bucket in which the last of them ends.
    assertThat(timeline.path("buckets").size()).isEqualTo(61);
    assertThat(json(get("/api/v1/runs/long/timeline")).path("bucket_s").intValue()).isEqualTo(10);
    assertThat(get("/api/v1/runs/long/timeline?bucket_s=some")).hasStatus(400);
  }

  @Test
  void quantilesMayBeAskedFor() {
    JsonNode total = json(get(RUN + "/report?q=0.9,0.999")).path("phases").path(0);
    assertThat(total.has("p90_ms")).isTrue();
    assertThat(total.has("p99.9_ms")).isTrue();
    assertThat(total.path("low_n").toString()).contains("p99.9");
  }

  @Test
  void aReportIsAPageOfTextOrLinesOfCsv() {
    MvcTestResult text = get(RUN + "/report", "text/plain");
    assertThat(text.getResponse().getContentType()).startsWith("text/plain");
    assertThat(body(text))
        .contains("Run      rest: open")
        .contains("Where the time went")
        .contains("gpu_queue")
        .contains("inference capacity")
        .contains("parent_mismatch");
    assertThat(body(text).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(170));

    List<NamedCsvRecord> lines =
        CsvReader.builder().ofNamedCsvRecord(body(get(RUN + "/report", "text/csv"))).stream()
            .toList();
    assertThat(lines.get(0).getField("measure")).isEqualTo("client_total");
    assertThat(lines.get(0).getField("n")).isEqualTo("1002");
    assertThat(lines.get(0).getField("p95_ci_low_ms")).isNotEmpty();
  }

  @Test
  void requestsComeByPageInTheOrderAskedFor() {
    JsonNode page = json(get(RUN + "/requests?sort=client_total&order=desc&limit=2&offset=1"));
    assertThat(page.path("total").intValue()).isEqualTo(1012);
    assertThat(page.path("next_offset").intValue()).isEqualTo(3);
    JsonNode first = page.path("requests").path(0);
    assertThat(first.path("client_total_ms").decimalValue()).isEqualByComparingTo("1098.000998");
    assertThat(first.path("state").stringValue()).isEqualTo("matched");
    assertThat(first.path("sent_at").stringValue()).isEqualTo("2026-11-29T10:01:39.800Z");
    assertThat(first.path("trace_id").stringValue()).hasSize(32);
    assertThat(first.path("decode_ms").isNull()).isTrue();
  }

  @Test
  void whatIsNotKnownComesLastEitherWay() {
    for (String order : List.of("asc", "desc")) {
      JsonNode rows =
          json(get(RUN + "/requests?sort=client_setup_ms&limit=4&order=" + order)).path("requests");
      assertThat(rows.path(2).path("client_setup_ms").isNumber()).isTrue();
      assertThat(rows.path(3).path("client_setup_ms").isNull()).isTrue();
    }
  }

  @Test
  void requestsAreFiltered() {
    assertThat(total("?outcome=timeout")).isEqualTo(10);
    assertThat(total("?state=client_only")).isEqualTo(12);
    assertThat(total("?reason=uncorrelated")).isEqualTo(2);
    assertThat(total("?anomaly=parent_mismatch&state=matched")).isEqualTo(10);
    JsonNode uncorrelated = json(get(RUN + "/requests?reason=uncorrelated"));
    assertThat(uncorrelated.path("requests").path(0).path("trace_id").isNull()).isTrue();
  }

  @Test
  void requestsAreThoseOfADimensionsValue() {
    assertThat(total("?priority=high")).isEqualTo(100);
    assertThat(total("?priority=high&priority=low")).isEqualTo(200);
    assertThat(total("?priority=high&state=client_only")).isZero();
  }

  @Test
  void aReportIsCutWhereItIsAskedFor() {
    JsonNode slices = json(get(RUN + "/report?slice=priority")).path("slices");
    assertThat(slices.path("dimension").stringValue()).isEqualTo("priority");
    JsonNode first = slices.path("values").path(0);
    assertThat(first.path("value").stringValue()).isEqualTo("high");
    assertThat(first.path("in_window").intValue()).isEqualTo(112);
    assertThat(first.path("undecided").intValue()).isEqualTo(12);
    assertThat(first.path("phases").path(0).path("measure").stringValue())
        .isEqualTo("client_total");
    assertThat(slices.path("values").path(2).path("value").isNull()).isTrue();
  }

  @Test
  void theRequestsBehindAFigureAreFound() {
    assertThat(total("?sort=client_total&min_ms=1098.000998")).isEqualTo(2);
    assertThat(total("?sort=client_total&min_ms=1097&max_ms=1098.000998")).isEqualTo(2);
    assertThat(total("?model=m1")).isEqualTo(1);
    assertThat(total("?model=m1&pool=a")).isZero();
    assertThat(total("?model=" + URLEncoder.encode("' OR true --", StandardCharsets.UTF_8)))
        .isZero();
    RunFixture.open("trimmed", "{\"window\": {\"warmup_s\": 1, \"cooldown_s\": 2}}")
        .matched(100, Map.of());
    JsonNode inWindow = json(get("/api/v1/runs/trimmed/requests?window=true"));
    JsonNode report = json(get("/api/v1/runs/trimmed/report"));
    assertThat(inWindow.path("total").intValue())
        .isEqualTo(report.path("population").path("in_window").intValue())
        .isEqualTo(70);
  }

  @ParameterizedTest
  @CsvSource({
    "min_ms=0.0000001&sort=client_total, min_ms",
    "max_ms=fast&sort=client_total, max_ms",
    "min_ms=1&sort=sent_at, sort",
    "window=perhaps, window"
  })
  void aBoundThatCannotBeReadIsABadParameter(String query, String parameter) {
    MvcTestResult refused = get(RUN + "/requests?" + query);
    assertThat(refused).hasStatus(400);
    assertThat(body(refused)).contains("\"parameter\":\"" + parameter + "\"");
  }

  @Test
  void allPairsAreStreamed() {
    List<String> lines =
        body(get(RUN + "/requests?sort=sent_at", "application/x-ndjson")).lines().toList();
    assertThat(lines).hasSize(1012);
    assertThat(JSON.readTree(lines.get(1011)).path("client_total_ms").decimalValue())
        .isEqualByComparingTo("1099.000999");

    List<NamedCsvRecord> records =
        CsvReader.builder()
            .ofNamedCsvRecord(body(get(RUN + "/requests?state=matched", "text/csv")))
            .stream()
            .toList();
    assertThat(records).hasSize(1000);
    assertThat(records.get(0).getField("anomalies")).isEqualTo("parent_mismatch");
    assertThat(records.get(1).getField("gpu_queue_ms")).isEqualTo("1.000001");
    assertThat(records.get(1).getField("decode_ms")).isEmpty();
  }

  @Test
  void aStreamReadsNoFurtherThanItsReader() {
    int run = requests.run(new RunId("rest")).orElseThrow();
    RequestQuestion question =
        new RequestQuestion(
            null,
            null,
            null,
            null,
            Selector.ALL,
            null,
            null,
            null,
            RequestFields.sortable("sent_at").orElseThrow(),
            false);
    assertThatThrownBy(
            () ->
                requests.stream(
                    run,
                    question,
                    row -> {
                      throw new IllegalStateException("the reader is gone");
                    }))
        .hasMessage("the reader is gone");
    assertThat(requests.count(run, question)).isEqualTo(1012);
  }

  @Test
  void anomaliesComeWithExamplesToLookAt() {
    JsonNode kind = json(get(RUN + "/anomalies?limit=3&offset=8")).path("anomalies").path(0);
    assertThat(kind.path("code").stringValue()).isEqualTo("parent_mismatch");
    assertThat(kind.path("requests").intValue()).isEqualTo(10);
    assertThat(kind.path("message").stringValue()).isNotEmpty();
    assertThat(kind.path("examples").size()).isEqualTo(2);
    assertThat(json(get(RUN + "/anomalies?kind=gateway_retry")).path("anomalies").size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "report?q=0.5;1.5, q",
    "report?q=, q",
    "report?outcome=slow, outcome",
    "report?revision=x, revision",
    "report?slice=modle, slice",
    "report?modle=a, modle",
    "report?queue-outcome=full, queue-outcome",
    "requests?Pool=a, Pool",
    "requests?sort=color, sort",
    "requests?order=up, order",
    "requests?limit=0, limit",
    "requests?limit=ten, limit",
    "requests?offset=-1, offset",
    "requests?state=lost, state",
    "requests?anomaly=odd, anomaly",
    "anomalies?kind=odd, kind"
  })
  void aBadParameterIsNamed(String path, String parameter) {
    for (String accept : List.of("application/json", "*/*")) {
      MvcTestResult result = get(RUN + "/" + path.replace(';', ','), accept);
      assertThat(result).hasStatus(400);
      assertThat(json(result).path("type").stringValue())
          .isEqualTo("https://tracejoin.io/problems/bad-parameter");
      assertThat(json(result).path("parameter").stringValue()).isEqualTo(parameter);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "report, application/json",
    "report, text/plain",
    "requests, application/json",
    "requests, text/csv",
    "requests, application/x-ndjson",
    "anomalies, application/json"
  })
  void anUnknownRunIsAProblemInEveryForm(String resource, String accept) {
    MvcTestResult result = get("/api/v1/runs/nobody/" + resource, accept);
    assertThat(result).hasStatus(404);
    assertThat(result.getResponse().getContentType()).isEqualTo("application/problem+json");
    assertThat(json(result).path("type").stringValue())
        .isEqualTo("https://tracejoin.io/problems/unknown-run");
  }

  private int total(String query) {
    return json(get(RUN + "/requests" + query)).path("total").intValue();
  }

  private static String eTag(MvcTestResult result) {
    return Objects.requireNonNull(result.getResponse().getHeader(HttpHeaders.ETAG));
  }

  private MvcTestResult ifNoneMatch(String uri, String eTag) {
    return service.get().uri(uri).header(HttpHeaders.IF_NONE_MATCH, eTag).exchange();
  }

  private MvcTestResult get(String uri) {
    return get(uri, "*/*");
  }

  private MvcTestResult get(String uri, String accept) {
    return service.get().uri(uri).header(HttpHeaders.ACCEPT, accept).exchange();
  }

  private static JsonNode json(MvcTestResult result) {
    return JSON.readTree(body(result));
  }

  private static String body(MvcTestResult result) {
    return new String(result.getResponse().getContentAsByteArray(), StandardCharsets.UTF_8);
  }

  @RestControllerAdvice
  static final class Problems extends ResponseEntityExceptionHandler {}
}
