package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests a second from the wire to the joined row: their spans over OTLP/gRPC, eight exports in
 * flight, and their records over REST at once, until nothing waits to be joined. Against it: both
 * copied bare, and one SQL statement that sums the same phases.
 *
 * @param replicas service processes on one database; exports and uploads take turns among them
 */
record Pipeline(int replicas) implements Benchmark {

  private static final int TURNS = 12;
  private static final int ROUNDS = 5;

  private static final String BETWEEN =
      "SELECT * FROM %s WHERE trace_id BETWEEN '%016x0000000000000000' AND '%016xffffffffffffffff'";
  private static final String MATCHED =
      "SELECT count(*) FROM (" + BETWEEN + ") AS found WHERE state = 'matched'";

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      List<ServiceProcess> services = new ArrayList<>();
      services.add(resources.own(ServiceProcess.launch(directory)));
      services.get(0).awaitUp();
      while (services.size() < replicas) {
        ServiceProcess more = services.get(0).replica();
        services.add(resources.own(more));
        more.awaitUp();
      }
      HeapWatch heap = resources.own(HeapWatch.of(services.get(0)));
      List<Sender> senders = new ArrayList<>();
      for (ServiceProcess service : services) {
        senders.add(resources.own(new GrpcSender(service)));
      }
      return measure(services, senders, heap, (int) Math.max(1, Math.round(TURNS * scale)));
    }
  }

  private static Result measure(
      List<ServiceProcess> services, List<Sender> senders, HeapWatch heap, int turns)
      throws Exception {
    SpanBatches batches = new SpanBatches();
    Database database = services.get(0).database();
    int requests = turns * Turn.TRACES;
    double joined = 0;
    double bare = 0;
    try (Connection connection = database.connect()) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Turn> sent = Turn.next(batches, senders.get(0), turns);
        long begin = System.nanoTime();
        Turn.send(services, senders, sent);
        double acknowledged = Rate.perSecond(requests, begin);
        Database.awaitJoined(connection);
        double perSecond = Rate.perSecond(requests, begin);
        System.err.printf(
            "acknowledged %.0f requests/s, joined %.0f requests/s%n", acknowledged, perSecond);
        joined = Math.max(joined, perSecond);
        long first = SpanBatches.traceHigh((long) round * requests);
        long last = SpanBatches.traceHigh((long) (round + 1) * requests - 1);
        requireMatched(connection, first, last, requests);
        bare = Math.max(bare, bare(database, connection, first, last, requests));
      }
    }
    return new Result(
        joined, bare, "requests/s", requests, services.get(0).peakRssBytes(), heap.peakBytes());
  }

  private static void requireMatched(Connection connection, long first, long last, int requests)
      throws Exception {
    long matched = Database.number(connection, MATCHED.formatted("joined_request", first, last));
    if (matched != requests) {
      throw new IllegalStateException("only " + matched + " of " + requests + " are matched");
    }
  }

  private static double bare(
      Database database, Connection connection, long first, long last, int requests)
      throws Exception {
    double seconds = 0;
    for (String table : List.of("span", "client_record")) {
      seconds += BareCopy.seconds(database, table, BETWEEN.formatted(table, first, last));
    }
    Database.execute(connection, "ANALYZE bench_span, bench_client_record");
    seconds += 1 / Summed.perSecond(connection, "bench_span", "bench_client_record", 1);
    System.err.printf("bare %.0f requests/s%n", requests / seconds);
    return requests / seconds;
  }
}
