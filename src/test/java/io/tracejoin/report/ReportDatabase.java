package io.tracejoin.report;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A PostgreSQL with the schema, shared by the tests of one process; runs are told apart by name.
 */
public final class ReportDatabase {

  private static final DataSource SHARED = start();

  private ReportDatabase() {}

  /** The database. */
  public static DataSource dataSource() {
    return SHARED;
  }

  private static DataSource start() {
    try {
      DataSource dataSource = EmbeddedPostgres.builder().start().getPostgresDatabase();
      Flyway.configure().dataSource(dataSource).load().migrate();
      JdbcClient.create(dataSource)
          .sql("INSERT INTO mapping (name, version, document) VALUES ('llm-gateway', 1, '')")
          .update();
      return dataSource;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
