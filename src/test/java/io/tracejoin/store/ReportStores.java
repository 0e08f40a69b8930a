package io.tracejoin.store;

import io.tracejoin.report.ReportProperties;
import io.tracejoin.report.ReportStore;
import io.tracejoin.report.RequestStore;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Lets tests of other packages use what is package-private here, without an application context.
 */
public final class ReportStores {

  /** Few buckets. */
  private static final ReportProperties PROPERTIES =
      new ReportProperties(List.of(512, 2048), List.of(128, 256));

  private ReportStores() {}

  /** The reports of a database. */
  public static ReportStore reports(DataSource dataSource) {
    return new ReportSnapshots(
        new JdbcTemplate(dataSource), new JdbcTransactionManager(dataSource), PROPERTIES);
  }

  /** The same, but no run has few enough requests to be scanned at once. */
  public static ReportStore withoutScans(DataSource dataSource) {
    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    return new ReportSnapshots(
        JdbcClient.create(jdbc),
        new RequestScans(jdbc, 0),
        new JdbcTransactionManager(dataSource),
        PROPERTIES);
  }

  /** The joined requests of a database. */
  public static RequestStore requests(DataSource dataSource) {
    return new RequestsReader(
        JdbcClient.create(dataSource), new JdbcTransactionManager(dataSource), PROPERTIES);
  }
}
