package io.tracejoin.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * The p99 of explaining one of many traces, 16 clients and random IDs while spans come in, against
 * the two bare selects by index of its spans and its records.
 */
final class Lookup implements Benchmark {

  private static final int BATCHES = 600;
  private static final int QUESTIONS = 6_400;
  private static final int ROUNDS = 4;
  private static final int WARM_UP = 12_000;
  private static final long PAUSE_MS = 20;

  private static final String IDS = "SELECT DISTINCT trace_id FROM span";
  private static final String SPANS = "SELECT * FROM span WHERE trace_id = ?";
  private static final String RECORDS = "SELECT * FROM client_record WHERE trace_id = ?";

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service =
          resources.own(ServiceProcess.launch(directory, "--tracejoin.join.workers=0"));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      Sender sender = resources.own(new GrpcSender(service));
      SpanBatches batches = new SpanBatches();
      batches.send(sender, (int) Math.ceil(BATCHES * scale));
      List<String> ids;
      long spans;
      try (Connection database = service.database().connect()) {
        Database.execute(database, "ANALYZE span, client_record");
        ids = Database.texts(database, IDS);
        spans = Database.number(database, "SELECT count(*) FROM span");
      }
      resources.own(new Background(() -> sender.send(sender.encoded(batches.next())).join()));
      Clients.warmUp(i -> get(service, ids, i), WARM_UP);
      double found = Double.MAX_VALUE;
      double selected = Double.MAX_VALUE;
      for (int round = 1; round <= ROUNDS; round++) {
        found =
            Math.min(
                found, Clients.p99("lookup", Clients.nanos(i -> get(service, ids, i), QUESTIONS)));
        selected =
            Math.min(
                selected,
                Clients.p99("select", Clients.nanos(i -> select(service, ids, i), QUESTIONS)));
      }
      return new Result(found, selected, "ms", spans, service.peakRssBytes(), heap.peakBytes());
    }
  }

  private static Clients.Question get(ServiceProcess service, List<String> ids, int client) {
    Random random = new Random(client);
    return () ->
        service.read("/api/v1/traces/" + ids.get(random.nextInt(ids.size())).replace("-", ""));
  }

  private static Clients.Question select(ServiceProcess service, List<String> ids, int client)
      throws IOException, SQLException {
    Random random = new Random(client);
    Connection connection = service.database().connect();
    List<PreparedStatement> statements =
        List.of(connection.prepareStatement(SPANS), connection.prepareStatement(RECORDS));
    return new Clients.Question() {
      @Override
      public void ask() throws SQLException {
        UUID id = UUID.fromString(ids.get(random.nextInt(ids.size())));
        for (PreparedStatement statement : statements) {
          statement.setObject(1, id);
          read(statement);
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }

  private static void read(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        row.getObject(1);
      }
    }
  }

  /** Does something again and again, with a pause between, until it is closed. */
  private static final class Background implements AutoCloseable {
    private final Thread thread;

    Background(Runnable task) {
      thread = new Thread(() -> repeat(task), "background");
      thread.setDaemon(true);
      thread.start();
    }

    private static void repeat(Runnable task) {
      try {
        while (!Thread.currentThread().isInterrupted()) {
          task.run();
          Thread.sleep(PAUSE_MS);
        }
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }
}
