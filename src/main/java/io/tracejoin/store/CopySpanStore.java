package io.tracejoin.store;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.ingest.SpanStore;
import io.tracejoin.join.JoinSignal;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Stores spans with COPY, together with the join work that they make. */
@Component
@Qualifier("database")
final class CopySpanStore implements SpanStore {

  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final SpanRows spanRows;
  private final DayPartitions partitions;
  private final ArrivalClock clock;
  private final JoinSignal signal;

  CopySpanStore(
      JdbcTemplate jdbc,
      Transactions transactions,
      SpanRows spanRows,
      DayPartitions partitions,
      ArrivalClock clock,
      JoinSignal signal) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.spanRows = spanRows;
    this.partitions = partitions;
    this.clock = clock;
    this.signal = signal;
  }

  @Override
  public void store(List<Span> spans) {
    if (spans.isEmpty()) {
      return;
    }
    LocalDate day = clock.today();
    List<SpanRows.Row> rows = spanRows.rows(spans, day);
    partitions.ensure(day);
    try {
      copy(rows);
    } catch (DataIntegrityViolationException partitionMayHaveBeenDropped) {
      partitions.forget(day);
      partitions.ensure(day);
      copy(rows);
    }
    clock.spansCommitted();
    signal.raise();
  }

  private void copy(List<SpanRows.Row> rows) {
    Set<UUID> traceIds = new LinkedHashSet<>();
    long high = 0;
    long low = 0;
    for (SpanRows.Row row : rows) {
      TraceId traceId = row.span().traceId();
      if (traceId.high() != high || traceId.low() != low) { // not that of the span before
        high = traceId.high();
        low = traceId.low();
        traceIds.add(traceId.uuid());
      }
    }
    transactions.run(
        () ->
            jdbc.execute(
                (ConnectionCallback<Boolean>)
                    connection -> {
                      write(connection, rows, traceIds);
                      return true;
                    }));
  }

  private static void write(Connection connection, List<SpanRows.Row> rows, Set<UUID> traceIds)
      throws java.sql.SQLException {
    SpanRows.TARGET.write(connection, rows);
    RequestIdRows.write(connection, rows);
    JoinWork.arrived(connection, traceIds);
  }
}
