package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A generator's own spans: what they tell, and whose they are. */
class GeneratorSpanTest {

  private static final TraceId TRACE = TraceId.parse("7f3a0000000000000000000000000001");

  @Test
  void aSpanIsTheRecordOfItsRequest() {
    ClientRecord record =
        GeneratorSpan.record(
            span(
                "locust",
                null,
                SpanStatus.UNSET,
                Map.of("http.response.status_code", 200L, "gen_ai.request.model", "m")));

    assertThat(record.traceId()).isEqualTo(TRACE);
    assertThat(record.parentSpanId()).isEqualTo(new SpanId(0xc1));
    assertThat(record.outcome()).isEqualTo(Outcome.SUCCESS);
    assertThat(record.status()).isEqualTo(200);
    assertThat(record.times().sentAt()).isEqualTo(1_000);
    assertThat(record.times().total()).isEqualTo(500);
    assertThat(record.labels().generator()).isEqualTo("locust");
    assertThat(record.labels().endpoint()).isEqualTo("POST");
    assertThat(record.labels().model()).isEqualTo("m");
  }

  @ParameterizedTest
  @CsvSource({
    "http.response.status_code,503,ERROR,rejected,503",
    "http.status_code,404,UNSET,http_error,404",
    "error.type,500,ERROR,http_error,500",
    "error.type,429,UNSET,rejected,429",
    "error.type,requests.exceptions.ReadTimeout,ERROR,timeout,",
    "error.type,ConnectionResetError,UNSET,disconnected,",
    "error.type,builtins.ValueError,UNSET,error,",
    "other,x,ERROR,error,",
    "http.response.status_code,200,ERROR,error,200",
    "http.response.status_code,301,UNSET,success,301",
    "other,x,OK,success,"
  })
  void statusAndErrorTypeTellTheOutcome(
      String key, String value, SpanStatus status, String outcome, @Nullable Integer code) {
    Object told =
        value.matches("\\d+") && key.contains("status") ? (Object) Long.valueOf(value) : value;
    ClientRecord record = GeneratorSpan.record(span("locust", null, status, Map.of(key, told)));

    assertThat(record.outcome().code()).isEqualTo(outcome);
    assertThat(record.status()).isEqualTo(code);
  }

  @Test
  void theNamedRunThenThePrefixThenTheOnlyOpenOne() {
    GeneratorRun open = run(1, "open", Set.of("locust"), null, true);
    GeneratorRun prefixed = run(2, "prefixed", Set.of("locust"), "7f3a", false);
    GeneratorRun other = run(3, "other", Set.of("gatling"), null, true);
    GeneratorRuns runs = runs(open, prefixed, other);

    assertThat(runs.runOf(call("locust", "open"))).isEqualTo("open");
    assertThat(runs.runOf(call("locust", "other"))).isNull();
    assertThat(runs.runOf(call("locust", null))).isEqualTo("prefixed");
    assertThat(runs(open, other).runOf(call("locust", null))).isEqualTo("open");
    assertThat(runs(prefixed, other).runOf(call("gatling", null))).isEqualTo("other");
  }

  @Test
  void nothingIsGuessed() {
    GeneratorRun one = run(1, "one", Set.of("locust"), null, true);
    GeneratorRun two = run(2, "two", Set.of("locust"), null, true);
    assertThat(runs(one, two).runOf(call("locust", null))).isNull();
    assertThat(runs(run(1, "done", Set.of("locust"), null, false)).runOf(call("locust", null)))
        .isNull();
    GeneratorRun same = run(1, "a", Set.of("locust"), "7f", true);
    assertThat(runs(same, run(2, "b", Set.of("locust"), "7f", true)).runOf(call("locust", null)))
        .isNull();
    assertThat(runs(same, run(2, "b", Set.of("locust"), "7f3", true)).runOf(call("locust", null)))
        .isEqualTo("b");
  }

  @Test
  void aConfiguredServiceIsAGeneratorInWhateverRunItNames() {
    GeneratorRuns runs = new GeneratorRuns(List.of(), Set.of("artillery"));
    assertThat(runs.isCall(call("artillery", null))).isTrue();
    assertThat(runs.isCall(call("gateway", null))).isFalse();
    assertThat(runs.runOf(call("artillery", "new-run"))).isEqualTo("new-run");
    assertThat(runs.runOf(call("artillery", null))).isNull();
  }

  private static GeneratorRuns runs(GeneratorRun... runs) {
    return new GeneratorRuns(List.of(runs), Set.of());
  }

  private static GeneratorRun run(
      int id, String name, Set<String> services, @Nullable String prefix, boolean open) {
    return new GeneratorRun(id, name, services, prefix, open, Instant.EPOCH);
  }

  private static Span call(String service, @Nullable String run) {
    return span(service, run, SpanStatus.UNSET, Map.of());
  }

  private static Span span(
      String service, @Nullable String run, SpanStatus status, Map<String, Object> attributes) {
    return new Span(
        TRACE,
        new SpanId(0xc1),
        null,
        "POST",
        SpanKind.CLIENT,
        0,
        1_000,
        1_500,
        status,
        new Resource(service, null, null, run, new UUID(1, service.hashCode())),
        "",
        attributes,
        List.of());
  }
}
