package io.tracejoin.report;

import io.tracejoin.TestDatabase;
import javax.sql.DataSource;

/** One database, shared by the tests of one process; runs are told apart by name. */
public final class ReportDatabase {

  private static final TestDatabase SHARED = start();

  private ReportDatabase() {}

  /** The database. */
  public static DataSource dataSource() {
    return SHARED.dataSource();
  }

  private static TestDatabase start() {
    TestDatabase database = TestDatabase.create();
    database
        .jdbc()
        .update("INSERT INTO mapping (name, version, document) VALUES ('llm-gateway', 1, '')");
    return database;
  }
}
