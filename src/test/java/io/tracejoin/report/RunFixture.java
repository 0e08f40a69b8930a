package io.tracejoin.report;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A stored run and its joined rows. Rows are written as SQL expressions over {@code i}, the row's
 * number.
 */
public final class RunFixture {

  /** When its first request is sent, in nanoseconds. */
  public static final long START = Instant.parse("2026-11-29T10:00:00Z").toEpochMilli() * 1_000_000;

  /** A matched success that says where its time went; 100 ms as a whole. */
  private static final Map<String, String> MATCHED =
      Map.ofEntries(
          Map.entry("trace_id", "CAST(md5(:name || :part || i) AS uuid)"),
          Map.entry("ordinal", "0"),
          Map.entry("source_rows", "2"),
          Map.entry("correlated", "true"),
          Map.entry("mapping_id", "(SELECT min(id) FROM mapping)"),
          Map.entry("run_id", ":run"),
          Map.entry("state", "'matched'"),
          Map.entry("outcome", "'success'"),
          Map.entry("sent_at_ns", START + " + i * 100000000"),
          Map.entry("root_service", "'gateway'"),
          Map.entry("root_start_ns", START + " + i * 100000000"),
          Map.entry("root_end_ns", START + " + i * 100000000 + 90000000"),
          Map.entry("client_total_ns", "100000000"),
          Map.entry("server_root_ns", "90000000"),
          Map.entry("network_envelope_ns", "10000000"),
          Map.entry("generation_ns", "90000000"),
          Map.entry("unattributed_ns", "0"));

  private final JdbcClient jdbc;
  private final String name;
  private final int run;
  private int part;

  private RunFixture(JdbcClient jdbc, String name, int run) {
    this.jdbc = jdbc;
    this.name = name;
    this.run = run;
  }

  /** Stores a run that is open. */
  public static RunFixture open(String name, String declaration) {
    JdbcClient jdbc = JdbcClient.create(ReportDatabase.dataSource());
    int run =
        jdbc.sql(
                """
                INSERT INTO run (run_id, declaration, created_at, mapping_id)
                VALUES (:name, CAST(:declaration AS jsonb), now(), (SELECT min(id) FROM mapping))
                RETURNING id
                """)
            .param("name", name)
            .param("declaration", declaration)
            .query(Integer.class)
            .single();
    jdbc.sql(
            "INSERT INTO run_progress (run_id, last_arrival_at, change_seq) VALUES (:run, now(), 1)")
        .param("run", run)
        .update();
    return new RunFixture(jdbc, name, run);
  }

  /** Stores matched successes that differ from the usual one in some columns. */
  public RunFixture matched(int count, Map<String, String> columns) {
    Map<String, String> row = new TreeMap<>(MATCHED);
    row.putAll(columns);
    String sql =
        "INSERT INTO joined_request (%s) SELECT %s FROM generate_series(CAST(0 AS bigint), :last) AS i"
            .formatted(String.join(", ", row.keySet()), String.join(", ", row.values()));
    jdbc.sql(sql)
        .param("name", name)
        .param("part", "/" + part++ + "/")
        .param("run", run)
        .param("last", count - 1)
        .update();
    return this;
  }

  /** Stores client records without a trace. */
  public RunFixture clientOnly(int count, String outcome, String reason, Map<String, String> more) {
    Map<String, String> columns = new HashMap<>(clientSide("client_only", reason));
    columns.put("outcome", "'" + outcome + "'");
    columns.putAll(more);
    return matched(count, columns);
  }

  /** Stores traces without a client record. */
  public RunFixture serverOnly(int count, Map<String, String> more) {
    Map<String, String> columns = new HashMap<>();
    columns.put("run_id", "NULL");
    columns.put("state", "'server_only'");
    columns.put("outcome", "NULL");
    columns.put("sent_at_ns", "NULL");
    columns.put("client_total_ns", "NULL");
    columns.put("network_envelope_ns", "NULL");
    columns.putAll(more);
    return matched(count, columns);
  }

  /** Finishes it. */
  public RunFixture finished() {
    return update("UPDATE run SET state = 'finished', finished_at = now() WHERE id = :run");
  }

  /** Tells that its rows have changed. */
  public RunFixture touched() {
    return update("UPDATE run_progress SET change_seq = change_seq + 1 WHERE run_id = :run");
  }

  /** Changes what was declared. */
  public RunFixture declared(String json) {
    return update("UPDATE run SET declaration = '" + json + "' WHERE id = :run");
  }

  private RunFixture update(String sql) {
    jdbc.sql(sql).param("run", run).update();
    return this;
  }

  private static Map<String, String> clientSide(String state, String reason) {
    return Map.of(
        "state", "'" + state + "'",
        "reason", "'" + reason + "'",
        "root_service", "NULL",
        "root_start_ns", "NULL",
        "root_end_ns", "NULL",
        "server_root_ns", "NULL",
        "network_envelope_ns", "NULL",
        "generation_ns", "NULL",
        "unattributed_ns", "NULL");
  }
}
