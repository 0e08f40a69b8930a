package io.tracejoin.store;

import io.tracejoin.ingest.client.LoadSecond;
import io.tracejoin.ingest.client.LoadStore;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Stores the load of seconds by upsert, a chunk in one statement. */
@Component
final class PostgresLoadStore implements LoadStore {

  /** In the order of the key, so that two uploads of one file do not wait for each other. */
  private static final String UPSERT =
      """
      INSERT INTO load_second AS stored
             (run_id, generator, scenario, second, iterations, dropped_iterations, vus, vus_max)
      SELECT ?, ?, told.*
        FROM unnest(?, ?, ?, ?, ?, ?)
             AS told (scenario, second, iterations, dropped_iterations, vus, vus_max)
       ORDER BY told.scenario, told.second
      ON CONFLICT (run_id, generator, scenario, second) DO UPDATE
         SET iterations = greatest(stored.iterations, excluded.iterations),
             dropped_iterations = greatest(stored.dropped_iterations, excluded.dropped_iterations),
             vus = greatest(stored.vus, excluded.vus),
             vus_max = greatest(stored.vus_max, excluded.vus_max)
       WHERE excluded.iterations > stored.iterations
          OR excluded.dropped_iterations > stored.dropped_iterations
          OR excluded.vus > coalesce(stored.vus, -1)
          OR excluded.vus_max > coalesce(stored.vus_max, -1)
      """;

  private final JdbcTemplate jdbc;
  private final Transactions transactions;

  PostgresLoadStore(JdbcTemplate jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  @Override
  public void store(int run, String generator, List<LoadSecond> seconds) {
    transactions.run(() -> upsert(run, generator, seconds));
  }

  private void upsert(int run, String generator, List<LoadSecond> seconds) {
    jdbc.update(
        UPSERT,
        statement -> {
          statement.setInt(1, run);
          statement.setString(2, generator);
          SqlArray.setTexts(statement, 3, seconds.stream().map(LoadSecond::scenario).toList());
          SqlArray.setLongs(statement, 4, seconds.stream().mapToLong(LoadSecond::second).toArray());
          SqlArray.setInts(statement, 5, column(seconds, LoadSecond::iterations));
          SqlArray.setInts(statement, 6, column(seconds, LoadSecond::droppedIterations));
          SqlArray.setInts(statement, 7, column(seconds, LoadSecond::vus));
          SqlArray.setInts(statement, 8, column(seconds, LoadSecond::vusMax));
        });
  }

  private static List<@Nullable Integer> column(
      List<LoadSecond> seconds, Function<LoadSecond, @Nullable Integer> value) {
    return seconds.stream().map(value).toList();
  }
}
