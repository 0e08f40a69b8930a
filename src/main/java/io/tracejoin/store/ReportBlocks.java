package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.report.Series;
import io.tracejoin.report.SeriesStore.AnswerLength;
import io.tracejoin.report.SeriesStore.Block;
import io.tracejoin.statistics.SlopeSums;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** The values of a cohort by block of send time: one row a block. */
final class ReportBlocks {

  private static final String VALUES =
      """
      SELECT (sent_at_ns - base_ns) / :block AS block, %s
        FROM settled
       WHERE sent_at_ns IS NOT NULL
       GROUP BY generator, 1
       ORDER BY generator, 1
      """;

  private static final String VALUES_OF =
      "array_agg(%1$s) FILTER (WHERE %2$s AND %1$s IS NOT NULL)";

  private static final String ENVELOPE =
      """
      SELECT count(*), sum(x), sum(y), sum(x * x), sum(x * y)
        FROM (SELECT generator, (sent_at_ns - base_ns) / :block AS block,
                     CAST(network_envelope_ns AS float8) AS y, CAST(%s AS float8) AS x
                FROM settled
               WHERE pair AND sent_at_ns IS NOT NULL) AS point
       WHERE x IS NOT NULL AND y IS NOT NULL
       GROUP BY generator, block
       ORDER BY generator, block
      """;

  private final Function<String, StatementSpec> ofCohort;

  /**
   * @param ofCohort a statement over the cohort's rows, with the length of a block
   */
  ReportBlocks(Function<String, StatementSpec> ofCohort) {
    this.ofCohort = ofCohort;
  }

  Map<Series, List<Block>> values(List<Series> series) {
    Map<Series, List<Block>> values = new LinkedHashMap<>();
    if (!series.isEmpty()) {
      String columns =
          series.stream()
              .map(it -> VALUES_OF.formatted(it.measure().column(), ReportSeries.condition(it)))
              .collect(joining(",\n"));
      ofCohort
          .apply(VALUES.formatted(columns))
          .query((RowCallbackHandler) row -> add(row, series, values));
    }
    return values;
  }

  List<SlopeSums> envelopeOver(AnswerLength length) {
    String column =
        switch (length) {
          case RESPONSE_BYTES -> "response_bytes";
          case OUTPUT_TOKENS -> "coalesce(output_tokens, server_output_tokens)";
        };
    return ofCohort
        .apply(ENVELOPE.formatted(column))
        .query(
            (row, number) ->
                new SlopeSums(
                    row.getDouble(1),
                    row.getDouble(2),
                    row.getDouble(3),
                    row.getDouble(4),
                    row.getDouble(5)))
        .list();
  }

  private static void add(ResultSet row, List<Series> series, Map<Series, List<Block>> values)
      throws SQLException {
    long block = row.getLong(1);
    for (int i = 0; i < series.size(); i++) {
      @Nullable Array array = row.getArray(i + 2);
      if (array != null) {
        long[] ofBlock =
            Arrays.stream((Long[]) array.getArray()).mapToLong(Long::longValue).toArray();
        values
            .computeIfAbsent(series.get(i), it -> new ArrayList<>())
            .add(new Block(block, ofBlock));
      }
    }
  }
}
