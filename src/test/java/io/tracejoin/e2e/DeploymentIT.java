package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.TestDatabase;
import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged service starts with exactly the environment that compose file and chart set. */
class DeploymentIT {

  private static final String TOKEN = "a-token-that-only-this-test-knows-0123456789";

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path directory;

  @Test
  void startsWithTheEnvironmentOfTheComposeFile() {
    try (TestDatabase database = TestDatabase.empty()) {
      Map<String, String> environment =
          Manifests.composed(
              "tracejoin",
              Map.of("POSTGRES_PASSWORD", database.password(), "TRACEJOIN_TOKEN", TOKEN));
      assertThat(environment).containsEntry("SPRING_DATASOURCE_PASSWORD", database.password());
      assertServes(at(database, environment));
    }
  }

  @Test
  void theSchemaJobMakesTheSchemaAndReplicasOfTheChartStartOnIt() throws Exception {
    List<Map<String, Object>> chart =
        Manifests.documents(Manifests.rendered("minimal-values.yaml"));
    try (TestDatabase database = TestDatabase.empty()) {
      Map<String, String> secrets =
          Map.of(
              "username", database.user(),
              "password", database.password(),
              "bootstrap-token", TOKEN);
      Map<String, Object> job = Manifests.container(Manifests.ofKind(chart, "Job"));
      assertThat(
              ended(at(database, Manifests.environment(job, secrets)), (List<?>) job.get("args")))
          .isZero();
      Integer tables =
          database.jdbc().queryForObject("SELECT count(*) FROM joined_request", Integer.class);
      assertThat(tables).isZero();

      Map<String, Object> replica = Manifests.container(Manifests.ofKind(chart, "Deployment"));
      Map<String, String> environment = Manifests.environment(replica, secrets);
      assertThat(environment).containsEntry("SPRING_FLYWAY_ENABLED", "false");
      assertServes(at(database, environment));
    }
  }

  @Test
  void theSchemaJobFailsWithoutADatabase() throws Exception {
    Map<String, String> nowhere =
        Map.of("SPRING_DATASOURCE_URL", "jdbc:postgresql://localhost:1/nowhere");
    assertThat(ended(nowhere, List.of("--tracejoin.schema-only=true"))).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal-values.yaml", "everything-values.yaml"})
  void helmFindsNoMistakeInTheChart(String values) {
    Manifests.output(
        Manifests.program("helm"),
        "lint",
        "--strict",
        "helm/tracejoin",
        "-f",
        "helm/tracejoin/ci/" + values);
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal-values.yaml", "everything-values.yaml"})
  void kubernetesKnowsEveryFieldOfTheManifests(String values) throws IOException {
    String validator = Manifests.program("kubectl-validate");
    int part = 0;
    for (String manifest : Manifests.rendered(values).split("(?m)^---$")) {
      if (!manifest.isBlank() && !manifest.contains("monitoring.coreos.com")) {
        Path file = directory.resolve(++part + ".yaml");
        Files.writeString(file, manifest);
        Manifests.output(validator, file.toString(), "--version", "1.31");
      }
    }
    assertThat(part).isGreaterThanOrEqualTo(6);
  }

  private void assertServes(Map<String, String> environment) {
    try (ServiceProcess running = ServiceProcess.start(Ports.free(), directory, environment)) {
      HttpResponse<String> ready =
          running.service().get("/actuator/health/readiness", "application/json");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("UP");
    }
  }

  /** The same, but for the place of the database. */
  private static Map<String, String> at(TestDatabase database, Map<String, String> environment) {
    Map<String, String> here = new HashMap<>(environment);
    here.put("SPRING_DATASOURCE_URL", database.url());
    here.put("SPRING_DATASOURCE_USERNAME", database.user());
    return here;
  }

  private int ended(Map<String, String> environment, List<?> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(System.getProperty("tracejoin.jar"));
    arguments.forEach(it -> command.add(it.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("schema.log").toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }
}
