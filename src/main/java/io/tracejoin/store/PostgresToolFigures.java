package io.tracejoin.store;

import io.tracejoin.ingest.client.ToolFigureStore;
import io.tracejoin.run.ToolFigure;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Keeps what tools computed themselves, one value a figure of a part. */
@Component
final class PostgresToolFigures implements ToolFigureStore {

  private static final String KEEP =
      """
      INSERT INTO tool_reported AS stored (run_id, generator, part, metric, stat, step, value)
      SELECT ?, ?, told.part, told.metric, told.stat, told.step, CAST(told.value AS numeric)
        FROM unnest(?, ?, ?, ?, ?) AS told (part, metric, stat, step, value)
       ORDER BY told.part, told.metric, told.stat
      ON CONFLICT (run_id, generator, part, metric, stat) DO UPDATE
         SET step = excluded.step, value = excluded.value
       WHERE stored.value <> excluded.value OR stored.step IS DISTINCT FROM excluded.step
      """;

  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final RunProgress progress;
  private final ArrivalClock clock;

  PostgresToolFigures(
      JdbcTemplate jdbc, Transactions transactions, RunProgress progress, ArrivalClock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.progress = progress;
    this.clock = clock;
  }

  @Override
  public void keep(int run, String generator, List<ToolFigure> figures) {
    transactions.run(
        () -> {
          if (upsert(run, generator, figures) > 0) {
            progress.changed(run, clock.now());
          }
        });
  }

  private int upsert(int run, String generator, List<ToolFigure> figures) {
    return jdbc.update(
        KEEP,
        statement -> {
          statement.setInt(1, run);
          statement.setString(2, generator);
          SqlArray.setInts(statement, 3, figures.stream().map(ToolFigure::part).toList());
          SqlArray.setTexts(statement, 4, figures.stream().map(it -> it.metric().code()).toList());
          SqlArray.setTexts(statement, 5, figures.stream().map(ToolFigure::stat).toList());
          SqlArray.setInts(statement, 6, figures.stream().map(ToolFigure::step).toList());
          SqlArray.setTexts(
              statement, 7, figures.stream().map(it -> it.value().toPlainString()).toList());
        });
  }
}
