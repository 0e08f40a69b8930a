package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/**
 * A backlog of requests that one replica joins, against one SQL statement that sums the same
 * phases. Each request has seven spans and a record, which came in different commits, so each waits
 * twice. One request goes through the front doors; the database multiplies what was stored of it.
 */
final class Join implements Benchmark {

  private static final int REQUESTS = 200_000;
  private static final int WARM_UP = 60_000;

  /** The service's JVM compiles as it goes. */
  private static final int ROUNDS = 3;

  private static final String TRACE = "7f3a0000000000000000000000000001";
  private static final String PARENT = "00f067aa0ba902b7";

  private static final String TRACE_ID = "('01900000' || lpad(to_hex(i), 24, '0'))::uuid";

  /** A stored row once for each i of a range, 10 ms apart. */
  private static final String MULTIPLY =
      """
      INSERT INTO %1$s
      SELECT %2$s FROM generate_series(%3$d, %4$d) AS i CROSS JOIN %1$s AS stored
       WHERE stored.trace_id = '%5$s'
      """;

  private static final String COLUMNS =
      """
      SELECT string_agg(CASE column_name WHEN 'trace_id' THEN $$%s$$
                                         ELSE 'stored.' || column_name END,
                        ', ' ORDER BY ordinal_position)
        FROM information_schema.columns WHERE table_name = '%s'
      """;

  private static final String QUEUE =
      """
      INSERT INTO join_work (trace_ids, arrived_in)
      SELECT array_agg(%1$s ORDER BY i), pg_current_xact_id()::text::bigint FROM generate_series(%2$d, %3$d) AS i
       GROUP BY i / 2000 ORDER BY i / 2000
      """;

  private static final String BETWEEN = "(SELECT * FROM %s WHERE trace_id BETWEEN '%s' AND '%s')";

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      send(service);
      try (Connection database = service.database().connect()) {
        int n = (int) Math.ceil(REQUESTS * scale);
        Database.awaitJoined(database);
        told("joined cold", joinedPerSecond(database, 1, WARM_UP));
        double joined = 0;
        double summed = 0;
        for (int round = 0; round < ROUNDS; round++) {
          int first = WARM_UP + round * n + 1;
          int last = first + n - 1;
          joined = Math.max(joined, told("joined", joinedPerSecond(database, first, last)));
          summed = Math.max(summed, told("summed", summedPerSecond(database, first, last)));
        }
        return new Result(
            joined, summed, "requests/s", n, service.peakRssBytes(), heap.peakBytes());
      }
    }
  }

  private static double joinedPerSecond(Connection database, int first, int last)
      throws SQLException, InterruptedException {
    for (String table : new String[] {"span", "client_record"}) {
      String columns = Database.text(database, COLUMNS.formatted(TRACE_ID, table));
      Database.execute(database, MULTIPLY.formatted(table, columns, first, last, TRACE));
    }
    database.setAutoCommit(false);
    for (int arrival = 0; arrival < 2; arrival++) {
      Database.execute(database, QUEUE.formatted(TRACE_ID, first, last));
    }
    database.commit();
    long begin = System.nanoTime();
    database.setAutoCommit(true);
    Database.awaitJoined(database);
    double perSecond = Rate.perSecond(last - first + 1, begin);
    long matched =
        Database.number(
            database,
            "SELECT count(*) FROM joined_request WHERE state = 'matched' AND trace_id BETWEEN '%s' AND '%s'"
                .formatted(traceId(first), traceId(last)));
    if (matched != last - first + 1) {
      throw new IllegalStateException("only " + matched + " are matched");
    }
    return perSecond;
  }

  private static double summedPerSecond(Connection database, int first, int last)
      throws SQLException {
    Database.execute(database, "ANALYZE span, client_record");
    return Summed.perSecond(
        database,
        BETWEEN.formatted("span", traceId(first), traceId(last)),
        BETWEEN.formatted("client_record", traceId(first), traceId(last)),
        last - first + 1);
  }

  private static String traceId(int i) {
    return "01900000%024x".formatted(i);
  }

  private static void send(ServiceProcess service) throws Exception {
    long start = Instant.now().toEpochMilli() * 1_000_000;
    service.post(service.otlpTraces(), "application/json", spans(start));
    String record =
        """
        {"trace_id":"%s","parent_span_id":"%s","sent_at":"%s","status":200,"total_ms":1042.5}
        """
            .formatted(TRACE, PARENT, Instant.ofEpochMilli(start / 1_000_000 - 20));
    service.post(service.rest("/api/v1/runs/bench/client-records"), "application/x-ndjson", record);
  }

  private static String spans(long start) {
    StringBuilder spans = new StringBuilder(span(1, PARENT, start, 1000, "gateway"));
    String root = "%016x".formatted(1);
    String[] phases = {"gateway", "app_queue", "queue", "prefill", "decode", "response_write"};
    for (int i = 0; i < phases.length; i++) {
      spans.append(',').append(span(i + 2, root, start + i * 150_000_000L, 140, phases[i]));
    }
    return """
        {"resourceSpans":[{"resource":{"attributes":[
          {"key":"service.name","value":{"stringValue":"llm-gateway"}},
          {"key":"host.name","value":{"stringValue":"gateway-node-a"}}]},
          "scopeSpans":[{"scope":{"name":"bench.gateway"},"spans":[%s]}]}]}
        """
        .formatted(spans);
  }

  private static String span(int id, String parent, long start, int milliseconds, String phase) {
    return """
        {"traceId":"%s","spanId":"%016x","parentSpanId":"%s","name":"%s","kind":%d,
         "startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":[
          {"key":"llm.phase","value":{"stringValue":"%s"}},
          {"key":"llm.model","value":{"stringValue":"model-70b"}},
          {"key":"llm.pool","value":{"stringValue":"pool-a"}},
          {"key":"http.route","value":{"stringValue":"/v1/chat/completions"}}]}
        """
        .formatted(
            TRACE,
            id,
            parent,
            id == 1 ? "POST /v1/chat/completions" : "step " + phase,
            id == 1 ? 2 : 1,
            start,
            start + milliseconds * 1_000_000L,
            phase);
  }

  private static double told(String what, double perSecond) {
    System.err.printf("%s %.0f requests/s%n", what, perSecond);
    return perSecond;
  }
}
