package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;

/**
 * Bytes on disk that a stored span takes, indexes included, against a bare table of the same
 * columns and index that the same rows were copied into at once.
 */
final class Storage implements Benchmark {

  private static final int BATCHES = 1_000;

  private static final String BARE =
      """
      CREATE TABLE bench_span (LIKE span INCLUDING INDEXES);
      INSERT INTO bench_span SELECT * FROM span ORDER BY trace_id;
      """;

  private static final String STORED =
      """
      SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'span'::regclass
      """;

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service =
          resources.own(ServiceProcess.launch(directory, "--tracejoin.join.workers=0"));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      Sender sender = resources.own(new GrpcSender(service));
      new SpanBatches().send(sender, (int) Math.ceil(BATCHES * scale));
      try (Connection database = service.database().connect()) {
        long spans = Database.number(database, "SELECT count(*) FROM span");
        Database.execute(database, BARE);
        double stored = Database.number(database, STORED) / (double) spans;
        double bare =
            Database.number(database, "SELECT pg_total_relation_size('bench_span')")
                / (double) spans;
        return new Result(
            stored, bare, "bytes/span", spans, service.peakRssBytes(), heap.peakBytes());
      }
    }
  }
}
