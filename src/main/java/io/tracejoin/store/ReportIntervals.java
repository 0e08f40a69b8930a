package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads when the tokens and chunks of a cohort's answers arrived, with a cursor. */
final class ReportIntervals {

  /** Rows that the driver holds at a time; it needs the transaction of the snapshot for it. */
  private static final int FETCH = 200;

  private static final String CONTENT_TIMES =
      """
      SELECT token_times, chunk_times
        FROM cohort
       WHERE sound AND (token_times IS NOT NULL OR chunk_times IS NOT NULL)
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final Outcome outcome;

  ReportIntervals(JdbcClient jdbc, ReportCohort cohort, Outcome outcome) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.outcome = outcome;
  }

  void forEach(Consumer<TokenTimes> taker) {
    jdbc.sql(cohort.select(CONTENT_TIMES))
        .params(cohort.parameters(outcome))
        .withFetchSize(FETCH)
        .query(
            (RowCallbackHandler)
                row -> {
                  RowReader in = new RowReader(row);
                  give(TokenTimes.Kind.TOKEN, in.nullableBytes(), taker);
                  give(TokenTimes.Kind.CHUNK, in.nullableBytes(), taker);
                });
  }

  private static void give(
      TokenTimes.Kind kind, byte @Nullable [] encoded, Consumer<TokenTimes> taker) {
    TokenTimes times = ClientRecordRows.times(kind, encoded);
    if (times != null) {
      taker.accept(times);
    }
  }
}
