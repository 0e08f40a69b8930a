package io.tracejoin.ingest.client;

import io.tracejoin.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the receiver of client records to runs. */
@Configuration(proxyBeanMethods = false)
class ClientIngestConfiguration {

  @Bean
  RunNumbers runNumbers(Runs runs) {
    return runId -> runs.findOrCreate(runId).id();
  }

  @Bean
  GeneratorDeclarations generatorDeclarations(Runs runs) {
    return (runId, service) -> runs.declareGenerator(runId, service).id();
  }

  @Bean
  RunEnd runEnd(Runs runs) {
    return runs::finish;
  }
}
