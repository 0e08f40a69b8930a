package io.tracejoin.store;

import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Starts a PostgreSQL of the service's own where none is configured. The data source depends on it,
 * so it is stopped after the pool is closed.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedPostgresConfiguration.NoDatabaseConfigured.class)
class EmbeddedPostgresConfiguration {

  @Bean(destroyMethod = "close")
  EmbeddedPostgres embeddedPostgres(EmbeddedPostgresProperties properties) {
    return EmbeddedPostgres.start(properties);
  }

  @Bean
  JdbcConnectionDetails embeddedPostgresConnection(EmbeddedPostgres server) {
    return new JdbcConnectionDetails() {
      @Override
      public String getUsername() {
        return EmbeddedPostgres.USER;
      }

      @Override
      public String getPassword() {
        return server.password();
      }

      @Override
      public String getJdbcUrl() {
        return server.jdbcUrl();
      }
    };
  }

  /** True where no {@code spring.datasource.url} is set. */
  static final class NoDatabaseConfigured implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return !StringUtils.hasText(context.getEnvironment().getProperty("spring.datasource.url"));
    }
  }
}
