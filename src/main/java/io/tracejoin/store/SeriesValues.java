package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Series;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads every value of a cohort, request by request, with a cursor. */
final class SeriesValues {

  /** Rows that the driver holds at a time; it needs the transaction of the snapshot for it. */
  private static final int FETCH = 1_000;

  private static final String VALUES =
      """
      SELECT %s
        FROM settled
      """;

  private static final String VALUE = "CASE WHEN %2$s THEN %1$s END";

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final Outcome outcome;

  SeriesValues(JdbcClient jdbc, ReportCohort cohort, Outcome outcome) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.outcome = outcome;
  }

  void forEach(ObjLongConsumer<Series> taker) {
    String columns =
        Series.ALL.stream().map(it -> ReportSeries.filled(VALUE, it)).collect(joining(",\n"));
    jdbc.sql(cohort.settled(VALUES.formatted(columns)))
        .params(cohort.parameters(outcome))
        .withFetchSize(FETCH)
        .query((RowCallbackHandler) row -> give(row, taker));
  }

  private static void give(ResultSet row, ObjLongConsumer<Series> taker) throws SQLException {
    List<Series> all = Series.ALL;
    for (int i = 0; i < all.size(); i++) {
      long nanos = row.getLong(i + 1);
      if (!row.wasNull()) {
        taker.accept(all.get(i), nanos);
      }
    }
  }
}
