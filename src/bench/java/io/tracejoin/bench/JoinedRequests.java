package io.tracejoin.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run of joined requests, made by the database: 1,000 a second, 98 of 100 successful, 97 of 100
 * with a trace, every phase known, no streams of tokens. Their values differ and repeat as little
 * as measured ones do.
 */
final class JoinedRequests {

  static final String RUN = "bench";

  private static final Run USUAL = new Run(RUN, "01900000");

  /**
   * A run of them.
   *
   * @param prefix eight hex digits that its trace IDs begin with
   */
  record Run(String name, String prefix) {}

  private static final String INSERT =
      """
      INSERT INTO joined_request (%s)
      SELECT %s
        FROM (SELECT i, i %% 100 <> 7 AND i %% 100 <> 8 AS success,
                     i %% 100 <> 7 AND i %% 33 <> 5 AS traced,
                     CAST(2e6 * exp(random_normal()) AS bigint) AS gateway,
                     CAST(1e5 * exp(random_normal()) AS bigint) AS app_queue,
                     CAST(3e7 * exp(random_normal()) AS bigint) AS gpu_queue,
                     CAST(8e7 * exp(random_normal() / 2) AS bigint) AS prefill,
                     CAST(9e8 * exp(random_normal() / 3) AS bigint) AS decode,
                     CAST(1e6 * exp(random_normal()) AS bigint) AS response_write,
                     CAST(2e5 * exp(random_normal()) AS bigint) AS unattributed,
                     CAST(4e6 * exp(random_normal() / 2) AS bigint) AS envelope,
                     CAST(5e5 * exp(random_normal()) AS bigint) AS setup,
                     CAST(random() * 4000 AS integer) AS input_tokens,
                     CAST(20 + random() * 400 AS integer) AS output_tokens
                FROM generate_series(1, %d) AS i) AS request
       CROSS JOIN LATERAL (
         SELECT prefill + decode AS generation,
                gateway + app_queue + gpu_queue + prefill + decode + response_write + unattributed
                  AS root) AS sums
      """;

  private JoinedRequests() {}

  /** Stores n of them in the usual run. */
  static void store(ServiceProcess service, Connection database, int n) throws Exception {
    store(service, database, USUAL, n);
  }

  /** Makes the run by its first record, which is one of the requests, and stores n more. */
  static void store(ServiceProcess service, Connection database, Run run, int n) throws Exception {
    String record =
        """
        {"trace_id":"%sffffffffffffffffffffffff","sent_at":"%s","status":200,"total_ms":900}
        """
            .formatted(run.prefix, start());
    service.post(
        service.rest("/api/v1/runs/" + run.name + "/client-records"),
        "application/x-ndjson",
        record);
    Database.awaitJoined(database);
    insert(database, run, n);
  }

  private static void insert(Connection database, Run run, int n) throws SQLException {
    Map<String, String> columns = new LinkedHashMap<>(known(run));
    columns.putAll(measured());
    Database.execute(
        database,
        INSERT.formatted(
            String.join(", ", columns.keySet()), String.join(", ", columns.values()), n));
    Database.execute(database, "VACUUM (ANALYZE) joined_request");
  }

  private static Instant start() {
    return Instant.parse("2026-11-29T10:00:00Z");
  }

  private static Map<String, String> known(Run run) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("trace_id", "('" + run.prefix + "' || lpad(to_hex(i), 24, '0'))::uuid");
    columns.put("ordinal", "0");
    columns.put("source_rows", "CASE WHEN traced THEN 8 ELSE 1 END");
    columns.put("run_id", "(SELECT id FROM run WHERE run_id = '" + run.name + "')");
    columns.put("state", "CASE WHEN traced THEN 'matched' ELSE 'client_only' END");
    columns.put("reason", "CASE WHEN NOT traced THEN 'no_spans' END");
    columns.put(
        "anomalies", "CASE WHEN i % 50 = 0 THEN ARRAY['clock_skew_adjusted'] ELSE '{}' END");
    columns.put("correlated", "true");
    columns.put("mapping_id", "(SELECT min(id) FROM mapping)");
    columns.put("outcome", "CASE WHEN success THEN 'success' ELSE 'http_error' END");
    columns.put("status", "CASE WHEN success THEN 200 ELSE 500 END");
    columns.put("sent_at_ns", start().toEpochMilli() + " * 1000000 + i * 1000000::bigint");
    columns.put("scenario", "'chat'");
    columns.put("endpoint", "'/v1/chat/completions'");
    columns.put("input_tokens", "input_tokens");
    columns.put("output_tokens", "CASE WHEN success THEN output_tokens END");
    columns.put("response_bytes", "CASE WHEN success THEN output_tokens * 4 END");
    columns.put("model", "CASE WHEN traced THEN 'model-70b' END");
    columns.put("provider", "CASE WHEN traced THEN 'vllm' END");
    columns.put("route", "'/v1/chat/completions'");
    columns.put("pool", "CASE WHEN traced THEN 'pool-' || i % 4 END");
    columns.put("root_service", "CASE WHEN traced THEN 'llm-gateway' END");
    columns.put("root_start_ns", "CASE WHEN traced THEN " + columns.get("sent_at_ns") + " END");
    columns.put(
        "root_end_ns", "CASE WHEN traced THEN " + columns.get("sent_at_ns") + " + root END");
    return columns;
  }

  private static Map<String, String> measured() {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("client_total_ns", "envelope + root");
    columns.put("client_setup_ns", "setup");
    columns.put("client_wall_ns", "envelope + root + setup");
    columns.put("client_ttft_ns", "envelope + root - decode - response_write");
    columns.put("client_ttft_kind", "'first_byte'");
    columns.put("network_envelope_ns", "CASE WHEN traced AND success THEN envelope END");
    columns.put("server_root_ns", "CASE WHEN traced THEN root END");
    for (String phase :
        new String[] {
          "gateway",
          "app_queue",
          "gpu_queue",
          "prefill",
          "decode",
          "generation",
          "response_write",
          "unattributed"
        }) {
      columns.put(phase + "_ns", "CASE WHEN traced THEN " + phase + " END");
    }
    columns.put(
        "generation_per_output_token_ns",
        "CASE WHEN traced AND success THEN generation / output_tokens END");
    return columns;
  }
}
