package io.tracejoin.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The p99 of reading a finished run's report, 16 clients, against a bare select of its stored row,
 * each client with a connection of its own.
 */
final class ReportRead implements Benchmark {

  private static final int REQUESTS = 20_000;
  private static final int QUESTIONS = 16_000;
  private static final int ROUNDS = 5;
  private static final int WARM_UP = 30_000;

  private static final String STORED =
      """
      SELECT report FROM report_revision
       WHERE run_id = (SELECT id FROM run WHERE run_id = '%s')
       ORDER BY revision DESC LIMIT 1
      """
          .formatted(JoinedRequests.RUN);

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      try (Connection database = service.database().connect()) {
        JoinedRequests.store(service, database, REQUESTS);
        Database.execute(database, ReportBench.FINISHED);
      }
      String report = "/api/v1/runs/" + JoinedRequests.RUN + "/report";
      service.get(report);
      int questions = (int) Math.ceil(QUESTIONS * scale);
      Clients.warmUp(i -> () -> service.read(report), WARM_UP);
      double read = Double.MAX_VALUE;
      double selected = Double.MAX_VALUE;
      for (int round = 1; round <= ROUNDS; round++) {
        read =
            Math.min(
                read,
                Clients.p99("read", Clients.nanos(i -> () -> service.read(report), questions)));
        selected =
            Math.min(
                selected, Clients.p99("select", Clients.nanos(i -> select(service), questions)));
      }
      return new Result(read, selected, "ms", questions, service.peakRssBytes(), heap.peakBytes());
    }
  }

  private static Clients.Question select(ServiceProcess service) throws IOException, SQLException {
    Connection connection = service.database().connect();
    PreparedStatement statement = connection.prepareStatement(STORED);
    return new Clients.Question() {
      @Override
      public void ask() throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          row.getString(1);
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }
}
