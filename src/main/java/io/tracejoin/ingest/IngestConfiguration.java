package io.tracejoin.ingest;

import io.tracejoin.run.MappingCatalog;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets ingest keep what the mapping in force reads. */
@Configuration(proxyBeanMethods = false)
class IngestConfiguration {

  @Bean
  CurrentMapping currentMapping(MappingCatalog catalog) {
    return catalog::current;
  }
}
