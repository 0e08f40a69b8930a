package io.tracejoin.store;

import io.tracejoin.ingest.CurrentMapping;
import io.tracejoin.join.MappingException;
import io.tracejoin.join.MappingYaml;
import io.tracejoin.run.MappingCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;

/** Registers the configured mapping. */
@Configuration(proxyBeanMethods = false)
class MappingConfiguration {

  @Bean
  StoredMappings storedMappings(
      JdbcTemplate jdbc,
      Transactions transactions,
      MappingProperties properties,
      ResourceLoader resources) {
    String document = document(properties.mapping(), resources);
    return new StoredMappings(
        jdbc, transactions, (yaml, id, version) -> MappingYaml.read(id, version, yaml), document);
  }

  /** Lets ingest keep what the mapping in force reads. */
  @Bean
  CurrentMapping currentMapping(MappingCatalog catalog) {
    return catalog::current;
  }

  private static String document(String location, ResourceLoader resources) {
    try {
      return MappingYaml.selfContained(read(location, resources));
    } catch (MappingException mistake) {
      throw new IllegalArgumentException(
          "tracejoin.mapping: " + location + ": " + mistake.getMessage(), mistake);
    }
  }

  private static String read(String location, ResourceLoader resources) {
    boolean isUrl = location.startsWith("classpath:") || location.startsWith("file:");
    Resource resource =
        isUrl ? resources.getResource(location) : new FileSystemResource(Path.of(location));
    try {
      return resource.getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("tracejoin.mapping: cannot read " + location, e);
    }
  }
}
