package io.tracejoin;

import java.util.Arrays;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * Makes or upgrades the schema and nothing else: a deployment runs it once before it replaces its
 * replicas, which then need no right to change tables. It takes the database from the same
 * properties as the service.
 */
@ImportAutoConfiguration({DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class})
final class Schema {

  private static final String PROPERTY = "tracejoin.schema-only";

  /** Whether the command line asks for the schema alone. */
  static boolean only(String[] args) {
    return Boolean.parseBoolean(new SimpleCommandLinePropertySource(args).getProperty(PROPERTY));
  }

  /**
   * Migrates.
   *
   * @throws RuntimeException if there is no database or a migration fails: the process ends with 1
   */
  static void migrate(String[] args) {
    new SpringApplicationBuilder(Schema.class)
        .web(WebApplicationType.NONE)
        .run(patient(args))
        .close();
  }

  /** A migration takes the time it needs, and the database says nothing meanwhile. */
  private static String[] patient(String[] args) {
    String[] patient = Arrays.copyOf(args, args.length + 1);
    patient[args.length] = "--spring.datasource.hikari.data-source-properties.socketTimeout=0";
    return patient;
  }
}
