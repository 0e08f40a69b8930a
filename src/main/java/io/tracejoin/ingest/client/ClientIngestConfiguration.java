package io.tracejoin.ingest.client;

import io.tracejoin.run.Run;
import io.tracejoin.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the receiver of client records to runs. */
@Configuration(proxyBeanMethods = false)
class ClientIngestConfiguration {

  @Bean
  RunNumbers runNumbers(Runs runs) {
    return runId -> {
      Run run = runs.findOrCreate(runId);
      if (run.pairsRemovedAt() != null) {
        throw UploadProblems.pairsRemoved(run);
      }
      return run.id();
    };
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
