package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.TestDatabase;
import io.tracejoin.decompose.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.DefaultResourceLoader;

class MappingConfigurationIT {

  private final TestDatabase database = TestDatabase.create();
  @TempDir private Path directory;

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void theShippedMappingIsStoredWholeAndOnce() {
    StoredMappings first = start("classpath:mappings/llm-gateway.yaml");
    StoredMappings second = start("classpath:mappings/llm-gateway.yaml");

    assertThat(first.current().name()).isEqualTo("llm-gateway");
    assertThat(first.current().version()).isEqualTo(1);
    assertThat(second.current()).isEqualTo(first.current());
    assertThat(first.inForce().yaml()).contains("name: vllm", "name: first-chunk");
  }

  @Test
  void aFileThatExtendsItBecomesTheNextVersion() throws IOException {
    start("classpath:mappings/llm-gateway.yaml");
    Path file =
        Files.writeString(
            directory.resolve("own.yaml"),
            "extends: llm-gateway\nprofiles:\n  - name: own\n    rules:\n"
                + "      - {when: {names: [mine]}, phase: gateway}\n");

    Mapping mapping = start(file.toString()).current();

    assertThat(mapping.version()).isEqualTo(2);
    assertThat(mapping.profiles().get(0).name()).isEqualTo("own");
    assertThat(mapping.profiles()).extracting(Mapping.Profile::name).contains("vllm");
  }

  @Test
  void aMistakeStopsTheStartAndNamesFileAndLine() throws IOException {
    Path file = Files.writeString(directory.resolve("own.yaml"), "name: own\nrules: []\n");

    assertThatThrownBy(() -> start(file.toString()))
        .hasMessageContaining("own.yaml: line 2, column 1: rules: unknown key");
  }

  private StoredMappings start(String mapping) {
    return new MappingConfiguration()
        .storedMappings(
            database.jdbc(),
            new Transactions(database.dataSource()),
            new MappingProperties(mapping),
            new DefaultResourceLoader());
  }
}
