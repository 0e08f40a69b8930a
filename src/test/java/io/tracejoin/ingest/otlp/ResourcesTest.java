package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.attribute;
import static io.tracejoin.ingest.otlp.OtlpMessages.number;
import static io.tracejoin.ingest.otlp.OtlpMessages.resource;
import static io.tracejoin.ingest.otlp.OtlpMessages.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.tracejoin.decompose.Resource;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.SpanLimits;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ResourcesTest {

  private final Resources resources =
      new Resources(SpanLimits.USUAL, new Cuts(new SimpleMeterRegistry()));

  @Test
  void readsServiceHostAndRun() {
    Resource resource =
        resources.read(
            resource(
                attribute("service.name", "gateway"),
                attribute("host.id", "i-1"),
                attribute("host.name", "node-1"),
                attribute("tracejoin.run_id", "r1")));

    assertThat(resource.service()).isEqualTo("gateway");
    assertThat(resource.hostId()).isEqualTo("i-1");
    assertThat(resource.hostName()).isEqualTo("node-1");
    assertThat(resource.runId()).isEqualTo("r1");
  }

  @Test
  void anUnnamedServiceIsUnknown() {
    Resource resource = resources.read(resource(attribute("service.name", "")));

    assertThat(resource.service()).isEqualTo("unknown_service");
    assertThat(resource.hostId()).isNull();
    assertThat(resource.clock()).startsWith("resource:");
  }

  @Test
  void readsTheSameResourceOnce() {
    assertThat(resources.read(resource(attribute("a", "b"))))
        .isSameAs(resources.read(resource(attribute("a", "b"))));
  }

  @Test
  void theFingerprintDoesNotDependOnTheOrder() {
    assertThat(fingerprint(attribute("a", "1"), attribute("b", "2")))
        .isEqualTo(fingerprint(attribute("b", "2"), attribute("a", "1")));
    assertThat(fingerprint(attribute("m", map(attribute("x", "1"), attribute("y", "2")))))
        .isEqualTo(fingerprint(attribute("m", map(attribute("y", "2"), attribute("x", "1")))));
  }

  @Test
  void theFingerprintDependsOnKeysTypesAndValues() {
    assertThat(fingerprint(attribute("a", "1")))
        .isNotEqualTo(fingerprint(attribute("a", number(1))))
        .isNotEqualTo(fingerprint(attribute("a", "2")))
        .isNotEqualTo(fingerprint(attribute("b", "1")))
        .isNotEqualTo(fingerprint(attribute("a", OtlpMessages.array(text("1")))));
    assertThat(fingerprint(attribute("ab", "c"))).isNotEqualTo(fingerprint(attribute("a", "bc")));
  }

  @Test
  void theFingerprintIsStableForItIsStored() {
    assertThat(fingerprint(attribute("service.name", "llm-gateway"), attribute("n", number(7))))
        .hasToString("11f298ad-6d64-8b38-e075-e419336b0438");
  }

  private UUID fingerprint(KeyValue... attributes) {
    return resources.read(resource(attributes)).fingerprint();
  }

  private static AnyValue.Builder map(KeyValue... entries) {
    return AnyValue.newBuilder()
        .setKvlistValue(KeyValueList.newBuilder().addAllValues(List.of(entries)));
  }
}
