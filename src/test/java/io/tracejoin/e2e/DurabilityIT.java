package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is acknowledged is on disk, or it is said that it is not. */
@ServiceTest
class DurabilityIT {

  private final Service service;
  private final JdbcTemplate jdbc;
  private final HealthIndicator durability;

  DurabilityIT(
      @LocalServerPort int rest,
      @Autowired OtlpHttpPort otlp,
      @Autowired JdbcTemplate jdbc,
      @Autowired HealthIndicator durabilityHealthIndicator) {
    service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
    this.durability = durabilityHealthIndicator;
  }

  @Test
  void theServicesConnectionsCommitToDiskWhateverTheServersDefaultIs() {
    assertThat(setting("reset_val", "synchronous_commit")).as("the test's server").isEqualTo("off");
    assertThat(setting("setting", "synchronous_commit")).isEqualTo("on");
  }

  @Test
  void aServerThatDoesNotWriteThroughIsToldOf() {
    assertThat(setting("setting", "fsync")).as("the test's server").isEqualTo("off");

    assertThat(service.get("/actuator/prometheus", "text/plain").body())
        .contains("tracejoin_database_unsafe{setting=\"fsync\"} 1.0")
        .contains("tracejoin_database_unsafe{setting=\"synchronous_commit\"} 0.0");
    Health health = java.util.Objects.requireNonNull(durability.health());
    assertThat(health.getDetails())
        .containsEntry("fsync", "off")
        .containsEntry("synchronous_commit", "on");
  }

  @Test
  void theBillOfMaterialsIsServed() {
    assumeTrue(
        getClass().getResource("/META-INF/sbom/application.cdx.json") != null
            || !"offline=true".equals(System.getProperty("tracejoin.build")),
        "no bill of materials yet: build once without -o");
    assertThat(service.get("/actuator/sbom/application", "*/*").body())
        .contains("\"bomFormat\" : \"CycloneDX\"");
  }

  private String setting(String column, String name) {
    return String.valueOf(
        jdbc.queryForObject(
            "SELECT " + column + " FROM pg_settings WHERE name = ?", String.class, name));
  }

  @Test
  void nothingIsTracedWithoutAnEndpoint(@Autowired ApplicationContext context) {
    assertThat(context.getBeanNamesForType(io.micrometer.tracing.Tracer.class)).isEmpty();
    assertThat(context.getBeanNamesForType(io.opentelemetry.api.OpenTelemetry.class)).isEmpty();
  }
}
