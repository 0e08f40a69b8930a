package io.tracejoin.ingest.client;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Load generators that export spans themselves.
 *
 * @param generatorServices services whose CLIENT spans are client records in whatever run they name
 */
@ConfigurationProperties("tracejoin")
record GeneratorProperties(@DefaultValue Set<String> generatorServices) {

  GeneratorProperties {
    generatorServices = Set.copyOf(generatorServices);
  }
}
