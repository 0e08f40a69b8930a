package io.tracejoin.report;

import io.tracejoin.store.ReportStores;
import java.time.Clock;

/** Lets tests of other packages make the reports of the test database. */
public final class ReportTestReports {

  private ReportTestReports() {}

  /** Reports as of now. */
  public static Reports reports() {
    return new Reports(ReportStores.reports(ReportDatabase.dataSource()), Clock.systemUTC());
  }

  /** Steps as of now. */
  public static RunSteps steps() {
    return new RunSteps(ReportStores.reports(ReportDatabase.dataSource()), Clock.systemUTC());
  }

  /** Distributions as of now. */
  public static Distributions distributions() {
    return new Distributions(ReportStores.reports(ReportDatabase.dataSource()));
  }

  /** Timelines as of now. */
  public static Timelines timelines() {
    return new Timelines(ReportStores.reports(ReportDatabase.dataSource()));
  }
}
