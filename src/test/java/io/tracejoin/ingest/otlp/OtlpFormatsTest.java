package io.tracejoin.ingest.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.IngestProperties;
import io.tracejoin.ingest.IngestSettings;
import io.tracejoin.ingest.SpanLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of real senders: everything in them is read, nothing is rejected. */
class OtlpFormatsTest {

  private final DroppedAttributes dropped = new DroppedAttributes(new SimpleMeterRegistry());

  @ParameterizedTest
  @CsvSource({
    "real/otlp-collector-file-java-agent-2.3.0.ndjson, 10, 2",
    "real/otlp-jaeger-storage-fixture.json, 4, 2",
    "real/otlp-jaeger-ui-multi-lines.ndjson, 4, 1",
    "real/otlp-java-logging-exporter-all-types.json, 2, 2",
    "real/otlp-proto-example-trace.json, 1, 1",
    "real/otlp-vllm-0.22-llm_request.ndjson, 2, 2",
    "otlp-samples/sample-otlp-litellm.json, 16, 2",
    "otlp-samples/sample-otlp-trace.json, 7, 1",
    "otlp-samples/sample-otlp-vllm.json, 5, 1"
  })
  void readsEverySpan(String file, int spans, int traces) throws IOException {
    assertThat(read(file)).hasSize(spans);
    assertThat(read(file).stream().map(Span::traceId).distinct()).hasSize(traces);
  }

  @Test
  void readsTheConformanceExample() throws IOException {
    Span span = read("real/otlp-proto-example-trace.json").get(0);

    assertThat(span.traceId()).hasToString("5b8efff798038103d269b633813fc60c");
    assertThat(span.parentSpanId()).isEqualTo(SpanId.parse("p", "eee19b7ec3c1b173"));
    assertThat(span.kind()).isEqualTo(SpanKind.SERVER);
    assertThat(span.durationNanos()).isEqualTo(1_000_000_000L);
    assertThat(span.resource().service()).isEqualTo("my.service");
  }

  @Test
  void readsTheLatenciesOfVllm() throws IOException {
    Span span =
        read("real/otlp-vllm-0.22-llm_request.ndjson").stream()
            .filter(it -> it.traceId().hex().startsWith("fd68"))
            .findFirst()
            .orElseThrow();

    assertThat(span.durationNanos()).isEqualTo(108_644_405L);
    assertThat(span.parentSpanId()).isNull();
    assertThat(span.flags()).isEqualTo(256);
    assertThat(span.resource().service()).isEqualTo("unknown_service");
    assertThat(span.attributes())
        .containsEntry("gen_ai.latency.time_in_queue", 0.00001649651676416397)
        .containsEntry("gen_ai.usage.completion_tokens", 2L)
        .doesNotContainKey("gen_ai.request.id");
  }

  @Test
  void readsTheSpansOfTheJavaAgentWithoutStatementsAndAddresses() throws IOException {
    List<Span> spans = read("real/otlp-collector-file-java-agent-2.3.0.ndjson");

    assertThat(spans.stream().filter(it -> it.parentSpanId() == null).map(Span::durationNanos))
        .extracting(it -> it / 100 / 1e4)
        .containsExactlyInAnyOrder(8.0699, 10.7463);
    assertThat(spans)
        .allSatisfy(
            it ->
                assertThat(it.attributes())
                    .doesNotContainKeys("db.statement", "client.address", "url.path"));
    assertThat(dropped.snapshot()).containsKeys("db.statement", "client.address");
  }

  @Test
  void readsIdsWithLeadingZerosAndEveryKind() throws IOException {
    assertThat(read("real/otlp-jaeger-storage-fixture.json"))
        .extracting(Span::kind)
        .containsExactlyInAnyOrder(
            SpanKind.SERVER, SpanKind.CLIENT, SpanKind.PRODUCER, SpanKind.CONSUMER);
  }

  @Test
  void readsTheRootOfTheSampleTrace() throws IOException {
    Span root =
        read("otlp-samples/sample-otlp-trace.json").stream()
            .max(Comparator.comparingLong(Span::durationNanos))
            .orElseThrow();

    assertThat(root.durationNanos()).isEqualTo(2_418_400_000L);
    assertThat(root.parentSpanId()).hasToString("a1b2c3d4e5f60718");
  }

  private List<Span> read(String file) throws IOException {
    try (InputStream body = getClass().getResourceAsStream("/formats/" + file)) {
      Cuts cuts = new Cuts(new SimpleMeterRegistry());
      IngestProperties shipped = IngestSettings.shipped();
      Translation translation =
          SpanTranslator.translate(
              OtlpJson.read(new CappedStream(body, Long.MAX_VALUE)),
              new SpanReading(
                  new Resources(SpanLimits.USUAL, cuts),
                  new AllowList(shipped.attributes(), shipped.events(), List.of()),
                  dropped,
                  requestId -> null,
                  SpanLimits.USUAL,
                  cuts));
      assertThat(translation.rejections().count()).isZero();
      return translation.spans();
    }
  }
}
