package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.ingest.client.RecordStore.Stored;
import io.tracejoin.run.RunId;
import io.tracejoin.run.ToolFigure;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

class ClientRecordsControllerTest {

  private static final String PATH = "/api/v1/runs/r1/client-records";
  private static final String GOOD =
      "{\"trace_id\":\"0000000000000007000000000000012f\",\"status\":200,\"total_ms\":1842}\n";
  private static final String BAD = "{\"trace_id\":\"0000000000000007000000000000012\"}\n";

  private final List<ClientRecord> stored = new ArrayList<>();
  private final List<String> runs = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();
  private final List<ToolFigure> reported = new ArrayList<>();
  private final List<LoadSecond> load = new ArrayList<>();
  private RecordStore store = this::store;
  private RunNumbers numbers = this::number;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final MockMvc mvc = mvc();

  @Test
  void countsWhatBecameOfTheRecords() throws Exception {
    upload(PATH, GOOD + BAD + "{\"trace_id\":null,\"status\":500}\n")
        .andExpect(status().isOk())
        .andExpect(jsonPath("accepted").value(2))
        .andExpect(jsonPath("uncorrelated").value(1))
        .andExpect(jsonPath("duplicates").value(0))
        .andExpect(jsonPath("collisions").value(0))
        .andExpect(jsonPath("rejected").value(1))
        .andExpect(jsonPath("ignored").value(0))
        .andExpect(jsonPath("hint").value(containsString("preflight")))
        .andExpect(jsonPath("rejections[0].line").value(2))
        .andExpect(
            jsonPath("rejections[0].reason").value("trace_id: expected 32 hex digits, got 31"))
        .andExpect(jsonPath("rejections_truncated").value(false))
        .andExpect(jsonPath("truncated").value(false));
    assertThat(runs).containsExactly("r1");
    assertThat(stored).hasSize(2);
    assertThat(counted("accepted")).isEqualTo(2);
    assertThat(counted("uncorrelated")).isEqualTo(1);
    assertThat(counted("rejected")).isEqualTo(1);
  }

  @Test
  void givesNoHintWhereAllAreCorrelated() throws Exception {
    upload(PATH, GOOD).andExpect(status().isOk()).andExpect(jsonPath("hint").doesNotExist());
  }

  @Test
  void readsTheFormatAndTheGeneratorThatTheQueryNames() throws Exception {
    upload(
            PATH + "?format=k6-json&generator=pod%201",
            Collected.file("k6-samples/sample-k6-points.ndjson"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("accepted").value(4))
        .andExpect(jsonPath("ignored").value(43));
    assertThat(stored).allMatch(record -> "pod 1".equals(record.labels().generator()));
  }

  @Test
  void acceptsAnEmptyBody() throws Exception {
    upload(PATH, "").andExpect(status().isOk()).andExpect(jsonPath("accepted").value(0));
    upload(PATH, "[]").andExpect(status().isOk()).andExpect(jsonPath("rejected").value(0));
  }

  @Test
  void answers422WithTheSameFieldsWhereAllWereRejected() throws Exception {
    upload(PATH, BAD.repeat(150))
        .andExpect(status().isUnprocessableContent())
        .andExpect(content().contentType("application/problem+json"))
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/no-record-accepted"))
        .andExpect(jsonPath("accepted").value(0))
        .andExpect(jsonPath("rejected").value(150))
        .andExpect(jsonPath("rejections").value(hasSize(100)))
        .andExpect(jsonPath("rejections_truncated").value(true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "k6-json"})
  void answers422ToABodyThatIsNoJson(String format) throws Exception {
    upload(PATH + "?format=" + format, "<html>\n<p>no</p>\n</html>\n")
        .andExpect(status().isUnprocessableContent())
        .andExpect(jsonPath("rejections[0].line").value(1))
        .andExpect(jsonPath("detail").value(containsString("not")));
  }

  @Test
  void duplicatesAreNoRejections() throws Exception {
    store = (run, chunk) -> new Stored(0, 0, chunk.size(), 0);
    upload(PATH, GOOD + BAD)
        .andExpect(status().isOk())
        .andExpect(jsonPath("duplicates").value(1))
        .andExpect(jsonPath("rejected").value(1));
  }

  @Test
  void takesACompressedBodyWhateverItsHeadersSay() throws Exception {
    byte[] gzip = UploadBodyTest.gzip(GOOD.getBytes(StandardCharsets.UTF_8));
    mvc.perform(post(PATH).content(gzip))
        .andExpect(status().isOk())
        .andExpect(jsonPath("accepted").value(1));
    mvc.perform(post(PATH).content(gzip).header("Content-Encoding", "gzip"))
        .andExpect(jsonPath("accepted").value(1));
    mvc.perform(post(PATH).content(GOOD).header("Content-Encoding", "gzip"))
        .andExpect(jsonPath("accepted").value(1));
  }

  @Test
  void saysThatABodyBrokeOff() throws Exception {
    byte[] gzip = UploadBodyTest.gzip(GOOD.repeat(1000).getBytes(StandardCharsets.UTF_8));
    mvc.perform(post(PATH).content(Arrays.copyOf(gzip, gzip.length - 10)))
        .andExpect(status().isOk())
        .andExpect(jsonPath("truncated").value(true))
        .andExpect(jsonPath("rejected").value(0));
    assertThat(stored).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/x-ndjson; charset=utf-8",
        "application/ndjson",
        "text/plain",
        "application/octet-stream",
        "application/gzip",
        "application/x-www-form-urlencoded"
      })
  void takesEveryTypeThatClientsDeclare(String type) throws Exception {
    mvc.perform(post(PATH).content(GOOD).header("Content-Type", type))
        .andExpect(status().isOk())
        .andExpect(jsonPath("accepted").value(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data; boundary=x",
        "image/png",
        "text/html",
        "application/x-protobuf",
        "nonsense"
      })
  void refusesTypesThatCarryNoRecords(String type) throws Exception {
    mvc.perform(post(PATH).content(GOOD).header("Content-Type", type))
        .andExpect(status().isUnsupportedMediaType())
        .andExpect(content().contentType("application/problem+json"))
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/unsupported-media-type"));
    assertThat(runs).isEmpty();
  }

  @Test
  void refusesAnUnknownEncoding() throws Exception {
    mvc.perform(post(PATH).content(GOOD).header("Content-Encoding", "br"))
        .andExpect(status().isUnsupportedMediaType())
        .andExpect(header().string("Accept-Encoding", "gzip, identity"));
  }

  @Test
  void namesTheKnownFormats() throws Exception {
    upload(PATH + "?format=jmeter", GOOD)
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/unknown-format"))
        .andExpect(jsonPath("detail").value("format: 'jmeter' is none of k6-csv, k6-json, native"));
  }

  @Test
  void refusesAMalformedRunId() throws Exception {
    upload("/api/v1/runs/a b/client-records", GOOD)
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/malformed-run-id"));
  }

  @Test
  void answers503WithWhatIsCommittedWhereTheDatabaseGoesAway() throws Exception {
    RecordStore healthy = store;
    store =
        (run, chunk) -> {
          if (stored.size() >= 4) {
            throw new DataAccessResourceFailureException("away");
          }
          return healthy.store(run, chunk);
        };
    upload(PATH, GOOD.repeat(7))
        .andExpect(status().isServiceUnavailable())
        .andExpect(header().string("Retry-After", "5"))
        .andExpect(content().contentType("application/problem+json"))
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/database-unavailable"))
        .andExpect(jsonPath("accepted").value(4));
  }

  @Test
  void answers503WhereTheRunCannotBeFound() throws Exception {
    numbers =
        runId -> {
          throw new CannotCreateTransactionException("away");
        };
    upload(PATH, GOOD)
        .andExpect(status().isServiceUnavailable())
        .andExpect(jsonPath("accepted").value(0));
  }

  @Test
  void listsRejectionsInTheOrderOfTheBody() throws Exception {
    upload(PATH, BAD + GOOD + BAD).andExpect(jsonPath("rejections[*].line").value(contains(1, 3)));
  }

  @Test
  void takesAPutAsCurlSendsAPipe() throws Exception {
    mvc.perform(put(PATH).content(GOOD))
        .andExpect(status().isOk())
        .andExpect(jsonPath("accepted").value(1));
    assertThat(ended).isEmpty();
  }

  @Test
  void finishesTheRunWhereAsked() throws Exception {
    upload(PATH + "?finish=true", GOOD).andExpect(status().isOk());
    assertThat(ended).containsExactly("r1");
    upload(PATH + "?finish=true", BAD).andExpect(status().isUnprocessableContent());
    assertThat(ended).containsExactly("r1");
  }

  @Test
  void doesNotFinishARunWhoseSenderWentAway() throws Exception {
    mvc.perform(post(PATH + "?finish=true").with(it -> broken())).andExpect(status().isOk());
    assertThat(stored).hasSize(1);
    assertThat(ended).isEmpty();
  }

  @Test
  void tellsWhatItReadOfTheLoadAndOfTheConsole() throws Exception {
    upload(
            PATH + "?format=k6-json",
            "     execution: local\n" + Collected.file("k6-samples/sample-k6-points.ndjson"))
        .andExpect(jsonPath("console_lines").value(1))
        .andExpect(jsonPath("load_points").value(12))
        .andExpect(jsonPath("ignored").value(44))
        .andExpect(jsonPath("rejected").value(0));
    assertThat(load).isNotEmpty();
  }

  @Test
  void saysWhichUnitATimeToFirstTokenWasReadIn() throws Exception {
    String sample = Collected.file("k6-samples/sample-k6-points.ndjson");
    upload(PATH + "?format=k6-json&ttft_metric=llm_ttft_ms", sample)
        .andExpect(jsonPath("accepted").value(4))
        .andExpect(jsonPath("ttft.metric").value("llm_ttft_ms"))
        .andExpect(jsonPath("ttft.unit").value("ms"))
        .andExpect(jsonPath("ttft.unit_from").value("name"))
        .andExpect(jsonPath("ttft.used").value(1))
        .andExpect(jsonPath("ttft.unattached").value(0))
        .andExpect(jsonPath("hint").doesNotExist());
    upload(PATH + "?format=k6-json&ttft_metric=nothing&ttft_unit=us", sample)
        .andExpect(jsonPath("ttft.unit_from").value("parameter"))
        .andExpect(jsonPath("hint").value("There is no point of nothing."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?format=k6-json&ttft_metric=ttft",
        "?format=k6-csv&ttft_metric=llms",
        "?format=k6-json&ttft_metric=ttft_ms&ttft_unit=min",
        "?format=k6-json&ttft_metric=http_req_waiting&ttft_unit=ms",
        "?format=k6-json&ttft_unit=ms",
        "?format=native&ttft_metric=ttft_ms"
      })
  void neverGuessesAUnit(String query) throws Exception {
    upload(PATH + query, "")
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("type").value("https://tracejoin.io/problems/ttft-unknown"));
    assertThat(runs).isEmpty();
  }

  private static MockHttpServletRequest broken() {
    var request = new BrokenRequest("POST", PATH);
    request.setQueryString("finish=true");
    return request;
  }

  /** A sender that goes away after one record. */
  private static final class BrokenRequest extends MockHttpServletRequest {

    BrokenRequest(String method, String uri) {
      super(method, uri);
    }

    @Override
    public ServletInputStream getInputStream() {
      return new DelegatingServletInputStream(
          new SequenceInputStream(
              Collected.stream(GOOD),
              new InputStream() {
                @Override
                public int read() throws IOException {
                  throw new IOException("reset by peer");
                }
              }));
    }
  }

  private ResultActions upload(String path, String body) throws Exception {
    MockHttpServletRequestBuilder request =
        path.contains("%") ? post(URI.create(path)) : post(path);
    return mvc.perform(request.content(body));
  }

  private double counted(String result) {
    return meters.get("tracejoin.ingest.records").tag("result", result).counter().count();
  }

  private MockMvc mvc() {
    // A local class, so that no component scan finds it.
    @ControllerAdvice
    class Problems extends ResponseEntityExceptionHandler {}

    var properties =
        new ClientIngestProperties(
            DataSize.ofMegabytes(1), 2, Duration.ofSeconds(1), Duration.ofMinutes(10));
    var controller =
        new ClientRecordsController(
            List.of(
                new NativeFormat(properties),
                new K6JsonFormat(properties),
                new K6CsvFormat(properties)),
            runId -> numbers.of(runId),
            (run, chunk) -> store.store(run, chunk),
            (run, from, seconds) -> load.addAll(seconds),
            (run, generator, figures) -> reported.addAll(figures),
            run -> ended.add(run.value()),
            (delay, task) -> CompletableFuture.completedFuture(null),
            Collected.KEYS,
            Runnable::run,
            properties,
            new UploadMeters(meters));
    return MockMvcBuilders.standaloneSetup(controller)
        .addFilters(new QueryOnlyParametersFilter())
        .setControllerAdvice(new Problems())
        .build();
  }

  private Stored store(int run, List<ClientRecord> chunk) {
    assertThat(run).isEqualTo(7);
    stored.addAll(chunk);
    int uncorrelated = (int) chunk.stream().filter(record -> !record.correlated()).count();
    return new Stored(chunk.size(), uncorrelated, 0, 0);
  }

  private int number(RunId runId) {
    runs.add(runId.value());
    return 7;
  }
}
