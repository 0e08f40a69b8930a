package io.tracejoin.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * A file as {@code k6 run --out json=FILE} writes it: nine points a request, those of its iteration
 * and check after them, virtual users once a second, a Metric line before a metric's first point.
 * Requests are 10 ms apart. Equal seeds give equal files.
 */
final class K6File implements AutoCloseable {

  private static final String URL = "https://gateway.example.test/v1/chat/completions";
  private static final String REQUEST_TAGS =
      """
      {"endpoint":"chat","expected_response":"true","group":"","method":"POST",\
      "name":"URL","proto":"HTTP/2.0","scenario":"steady","status":"200",\
      "tls_version":"tls1.3","url":"URL"}"""
          .replace("URL", URL);
  private static final String ITERATION_TAGS = "{\"group\":\"\",\"scenario\":\"steady\"}";
  private static final String CHECK_TAGS =
      "{\"check\":\"status is 200\",\"group\":\"\",\"scenario\":\"steady\"}";
  private static final Instant FIRST = Instant.parse("2026-11-29T10:00:00.123456789Z");
  private static final long REQUEST_INTERVAL_NANOS = 10_000_000;
  private static final int REQUESTS_PER_SECOND = 100;

  private final Random random;
  private final BufferedWriter out;
  private final Set<String> described = new HashSet<>();
  private long written;

  private K6File(Path file, long seed) throws IOException {
    this.random = new Random(seed);
    this.out = Files.newBufferedWriter(file);
  }

  /**
   * Writes whole requests until the file has at least so many bytes.
   *
   * @return the number of requests in the file
   */
  static long write(Path file, long bytes, long seed) throws IOException {
    try (K6File k6 = new K6File(file, seed)) {
      long requests = 0;
      while (k6.written < bytes) {
        k6.request(FIRST.plusNanos(requests * REQUEST_INTERVAL_NANOS));
        requests++;
        if (requests % REQUESTS_PER_SECOND == 0) {
          k6.virtualUsers(FIRST.plusNanos(requests * REQUEST_INTERVAL_NANOS));
        }
      }
      return requests;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private void request(Instant sent) throws IOException {
    double sending = random.nextInt(400_000) / 1e6;
    double waiting = 300 + random.nextInt(1_500_000_000) / 1e6;
    double receiving = random.nextInt(90_000_000) / 1e6;
    double blocked = random.nextInt(9_000) / 1e6;
    double duration = sending + waiting + receiving;
    Instant end = sent.plusNanos(Math.round((duration + blocked) * 1e6));
    String tail = REQUEST_TAGS + ",\"metadata\":" + metadata(sent) + "}}\n";
    point("http_reqs", "counter", end, "1", tail);
    point("http_req_duration", "trend", end, decimal(duration), tail);
    point("http_req_blocked", "trend", end, decimal(blocked), tail);
    point("http_req_connecting", "trend", end, "0", tail);
    point("http_req_tls_handshaking", "trend", end, "0", tail);
    point("http_req_sending", "trend", end, decimal(sending), tail);
    point("http_req_waiting", "trend", end, decimal(waiting), tail);
    point("http_req_receiving", "trend", end, decimal(receiving), tail);
    point("http_req_failed", "rate", end, "0", tail);
    iteration(end.plusNanos(120_000), duration);
  }

  private void iteration(Instant end, double duration) throws IOException {
    String tail = ITERATION_TAGS + "}}\n";
    point("checks", "rate", end, "1", CHECK_TAGS + "}}\n");
    point("data_sent", "counter", end, "1530", tail);
    point("data_received", "counter", end, "18211", tail);
    point("iteration_duration", "trend", end, decimal(duration + 1.2), tail);
    point("iterations", "counter", end, "1", tail);
  }

  private void virtualUsers(Instant time) throws IOException {
    point("vus", "gauge", time, "117", "{}}}\n");
    point("vus_max", "gauge", time, "200", "{}}}\n");
  }

  /** As the k6 module makes them: the time in ms, the run's two bytes, then random ones. */
  private String metadata(Instant sent) {
    HexFormat hex = HexFormat.of();
    return "{\"span_id\":\"%s\",\"trace_id\":\"%s7f3a%s\"}"
        .formatted(
            hex.toHexDigits(random.nextLong() | 1),
            hex.toHexDigits(sent.toEpochMilli(), 12),
            hex.toHexDigits(random.nextLong()));
  }

  private void point(String metric, String type, Instant time, String value, String tail)
      throws IOException {
    if (described.add(metric)) {
      describe(metric, type);
    }
    line(
        "{\"metric\":\""
            + metric
            + "\",\"type\":\"Point\",\"data\":{\"time\":\""
            + time
            + "\",\"value\":"
            + value
            + ",\"tags\":"
            + tail);
  }

  private void describe(String metric, String type) throws IOException {
    String contains = type.equals("trend") ? "time" : "default";
    line(
        """
        {"type":"Metric","data":{"name":"%s","type":"%s","contains":"%s","thresholds":[],\
        "submetrics":null},"metric":"%s"}
        """
            .formatted(metric, type, contains, metric));
  }

  /** All of it is ASCII: characters are bytes. */
  private void line(String line) throws IOException {
    out.write(line);
    written += line.length();
  }

  private static String decimal(double milliseconds) {
    return String.format(Locale.ROOT, "%.6f", milliseconds);
  }
}
