package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.store.ReportStores;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A report from one scan of its run is that of many questions to the database. */
class ScanIT {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-29T12:00:00Z"), ZoneOffset.UTC);
  private static final Reports SCANNED =
      new Reports(ReportStores.reports(ReportDatabase.dataSource()), CLOCK);
  private static final Reports ASKED =
      new Reports(ReportStores.withoutScans(ReportDatabase.dataSource()), CLOCK);

  private static int tries;

  @Property(tries = 25)
  void aScanTellsWhatTheDatabaseTells(
      @ForAll @IntRange(min = 0, max = 3000) int requests,
      @ForAll @IntRange(min = 1, max = 100_000) int distinct,
      @ForAll @IntRange(min = 0, max = 4) int declaration) {
    String name = "scan-" + tries++;
    RunFixture run = RunFixture.open(name, DECLARATIONS.get(declaration));
    if (requests > 0) {
      run.matched(requests, values(requests, distinct))
          .clientOnly(requests / 7 + 1, "success", "no_spans", client(distinct))
          .clientOnly(requests / 9 + 1, "timeout", "root_missing", client(distinct))
          .clientOnly(
              5,
              "success",
              "collision",
              with(client(distinct), "anomalies", "ARRAY['duplicate_client_record', 'b']"))
          .clientOnly(3, "success", "uncorrelated", with(client(distinct), "sent_at_ns", "NULL"))
          .clientOnly(4, "success", "no_spans", with(client(distinct), "lifecycle", "'setup'"));
    }
    for (Outcome outcome : List.of(Outcome.SUCCESS, Outcome.TIMEOUT)) {
      ReportQuestion question =
          new ReportQuestion(
              List.of(Quantile.of("0.999"), Quantile.of("0.25")), outcome, Selector.ALL);
      assertThat(SCANNED.current(new RunId(name), question))
          .isEqualTo(ASKED.current(new RunId(name), question));
    }
  }

  @Test
  void manyRequestsFillManyChunks() {
    RunFixture.open("scan-many", "{}")
        .matched(20_000, values(20_000, 50))
        .matched(9_000, Map.of("client_total_ns", "i * 9000000000 + 1"));
    assertThat(SCANNED.current(new RunId("scan-many")))
        .isEqualTo(ASKED.current(new RunId("scan-many")));
  }

  private static final List<String> DECLARATIONS =
      List.of(
          "{}",
          "{\"warmup_s\": 3, \"cooldown_s\": 5}",
          "{\"load\": {\"model\": \"closed\", \"vus\": 4}}",
          """
          {"window": {"warmup_s": 2},
           "scenarios": {"s1": {"window": {"warmup_s": 9, "cooldown_s": 4}},
                         "nobody": {"window": {"warmup_s": 1}}}}
          """,
          """
          {"scenarios": {"s1": {"window": {"warmup_s": 9}, "load": {"planned_duration_s": 20}},
                         "s2": {"window": {"cooldown_s": 1}}, "s3": {"window": {"warmup_s": 0}}}}
          """);

  private static Map<String, String> with(Map<String, String> columns, String name, String sql) {
    Map<String, String> more = new HashMap<>(columns);
    more.put(name, sql);
    return more;
  }

  /** Values of a row: whatever they are, they are the same for whoever asks. */
  private static String hashed(String salt, int distinct) {
    return "(hashtext('%s' || i) & 2147483647) %% %d * 71993::bigint".formatted(salt, distinct);
  }

  private static String mostly(String salt, String sql) {
    return "CASE WHEN hashtext('k%s' || i) %% 5 <> 0 THEN %s END".formatted(salt, sql);
  }

  private static Map<String, String> client(int distinct) {
    Map<String, String> columns = new HashMap<>();
    columns.put(
        "generator", "(ARRAY[NULL, 'a', 'B', 'ä', ''])[1 + (hashtext('g' || i) & 1023) % 5]");
    columns.put(
        "sent_at_ns", RunFixture.START + " + (hashtext('s' || i) & 65535) * 1000000::bigint");
    columns.put("planned_at_ns", mostly("p", RunFixture.START + " + i * 1000000::bigint"));
    columns.put("scenario", "(ARRAY[NULL, 's1', 's2', 's3'])[1 + (hashtext('sc' || i) & 3)]");
    columns.put("client_total_ns", mostly("t", hashed("t", distinct)));
    columns.put("client_wall_ns", mostly("w", hashed("w", distinct)));
    columns.put("client_setup_ns", mostly("su", hashed("su", distinct)));
    columns.put("client_ttft_ns", mostly("f", hashed("f", distinct)));
    columns.put("client_ttft_kind", "(ARRAY['token', 'chunk'])[1 + (hashtext('fk' || i) & 1)]");
    columns.put("schedule_lag_ns", mostly("l", hashed("l", distinct)));
    columns.put("input_tokens", mostly("it", "(hashtext('it' || i) & 255)"));
    columns.put("output_tokens", mostly("ot", "(hashtext('ot' || i) & 255)"));
    columns.put("server_output_tokens", mostly("so", "7"));
    columns.put("response_bytes", mostly("rb", "(hashtext('rb' || i) & 65535)"));
    return columns;
  }

  private static Map<String, String> values(int requests, int distinct) {
    Map<String, String> columns = new HashMap<>(client(distinct));
    for (Measure measure : Measure.values()) {
      if (measure.side() == Measure.Side.PAIR) {
        columns.put(measure.column(), mostly(measure.code(), hashed(measure.code(), distinct)));
      }
    }
    // There is no envelope without a total.
    columns.put("network_envelope_ns", mostly("t", hashed("e", distinct)));
    // The second half is slower: something moves.
    columns.put(
        "gpu_queue_ns",
        "CASE WHEN i > %d THEN 900000000 ELSE 0 END + %s"
            .formatted(requests / 2, hashed("q", distinct)));
    columns.put("sent_at_ns", RunFixture.START + " + i * 20000000::bigint");
    columns.put("server_cached_tokens", mostly("ct", "(hashtext('ct' || i) & 63)"));
    columns.put("server_input_tokens", mostly("si", "(hashtext('si' || i) & 255)"));
    columns.put(
        "server_ttft_kind", "(ARRAY['token', 'first_byte'])[1 + (hashtext('sk' || i) & 1)]");
    columns.put("model", "(ARRAY[NULL, 'm1', 'm2'])[1 + (hashtext('m' || i) & 1023) % 3]");
    columns.put("provider", "(ARRAY['p1', 'p2'])[1 + (hashtext('v' || i) & 1)]");
    columns.put("root_service", "(ARRAY['gateway', 'other'])[1 + (hashtext('r' || i) & 1)]");
    columns.put(
        "anomalies",
        "CASE WHEN i % 3 = 0 THEN ARRAY['gateway_retry', 'a'] WHEN i % 5 = 0 THEN ARRAY['a'] ELSE '{}' END");
    return columns;
  }
}
