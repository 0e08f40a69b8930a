package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.TestDatabase;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.ingest.SpanStore;
import io.tracejoin.ingest.client.RecordStore;
import io.tracejoin.join.JoinBacklog;
import io.tracejoin.join.JoinProperties;
import io.tracejoin.join.JoinQueue;
import io.tracejoin.join.JoinSignal;
import io.tracejoin.report.ReportProperties;
import io.tracejoin.run.MappingCatalog;
import io.tracejoin.run.RejoinQueue;
import io.tracejoin.run.RunErasure;
import io.tracejoin.trace.TraceStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;

class EmbeddedPostgresConfigurationIT {

  @TempDir Path directory;

  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class,
                  JdbcTemplateAutoConfiguration.class,
                  JdbcClientAutoConfiguration.class,
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  FlywayAutoConfiguration.class))
          .withUserConfiguration(Store.class);

  @Test
  void theStoreRunsOnAServerOfItsOwnAndFindsItsDataAgain() {
    ApplicationContextRunner embedded =
        service.withPropertyValues("tracejoin.embedded-postgres.data-dir=" + directory);
    embedded.run(
        context -> {
          context.getBean(SpanStore.class).store(List.of(StoreFixture.root(1)));
          assertThat(context).hasSingleBean(RecordStore.class);
          assertThat(context).hasSingleBean(JoinQueue.class);
          assertThat(context).hasSingleBean(JoinBacklog.class);
          assertThat(context).hasSingleBean(RejoinQueue.class);
          assertThat(context).hasSingleBean(RunErasure.class);
        });
    assertThat(directory.resolve("pgdata/postmaster.pid")).doesNotExist();
    embedded.run(
        context ->
            assertThat(context.getBean(TraceStore.class).find(StoreFixture.trace(1))).isPresent());
  }

  @Test
  void aConfiguredDatabaseIsUsedInstead() {
    try (TestDatabase database = TestDatabase.create()) {
      service
          .withPropertyValues(
              "spring.datasource.url=" + database.url(),
              "spring.datasource.username=" + database.user(),
              "spring.datasource.password=" + database.password())
          .run(context -> assertThat(context).doesNotHaveBean(EmbeddedPostgres.class));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ComponentScan(
      excludeFilters =
          @ComponentScan.Filter(
              type = FilterType.REGEX,
              pattern = {".*MappingConfiguration", ".*(IT|Test)(\\$.*)?"}))
  @EnableConfigurationProperties({
    EmbeddedPostgresProperties.class,
    JoinProperties.class,
    ReportProperties.class
  })
  @Import(JoinSignal.class)
  static class Store {

    @Bean
    Clock clock() {
      return Clock.systemUTC();
    }

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    MappingCatalog mappings() {
      Mapping mapping =
          new Mapping(1, "m", 1, List.of(), Mapping.RootSelf.UNATTRIBUTED, Set.of(), Map.of());
      return new MappingCatalog() {
        @Override
        public Mapping current() {
          return mapping;
        }

        @Override
        public Mapping find(int id) {
          return mapping;
        }
      };
    }
  }
}
