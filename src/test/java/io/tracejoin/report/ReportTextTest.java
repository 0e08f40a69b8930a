package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReportTextTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final Report report =
      new Report(
          "r1",
          3,
          "finished",
          Instant.parse("2026-11-29T10:11:12Z"),
          "success",
          new Report.Frame(new BigDecimal("30"), new BigDecimal("630"), List.of()),
          new Report.Population(
              4791,
              4500,
              4488,
              Map.of("timeout", 7L, "http_error", 5L),
              new BigDecimal("0.002666"),
              2,
              0,
              0,
              new Report.Outside(240, 49)),
          new Report.Throughput(4480, 8, new BigDecimal("7.466667")),
          null,
          null,
          new Report.Join(
              4470,
              new BigDecimal("0.993333"),
              new BigDecimal("0.995989"),
              30,
              Map.of("no_spans", 28L, "root_missing", 2L),
              0,
              0,
              2,
              3,
              0,
              null,
              new Bias(
                  new BigDecimal("0.11"),
                  new BigDecimal("0.98"),
                  Map.of("p99", new BigDecimal("0.9899"), "p50", new BigDecimal("0.5003")),
                  new Bias.Side(4470, Map.of()),
                  new Bias.Side(18, Map.of()),
                  false,
                  List.of())),
          List.of(figure("client_total", null), figure("gpu_queue", "inference capacity")),
          Map.of("p50", tail("1000", "900"), "p99", tail("4000", "3800")),
          Map.of("parent_mismatch", 12L),
          List.of(new Report.Warning("low_n", "p99 rests on few requests")),
          new Sampling("always_on", new BigDecimal("1.0")),
          new MappingUse.Name("llm-gateway", 1),
          List.of(),
          null,
          null,
          List.of(),
          List.of(),
          null);

  @Test
  void isOnePageThatSaysWhereTheTimeWent() {
    assertThat(ReportText.of(report))
        .isEqualTo(
            """
            Run      r1: finished, revision 3 of 2026-11-29T10:11:12Z
            Window   30 s to 630 s after the first send
            Sent     4500 in the window of 4791 client records (left out: 240 before, 49 after, 2 setup and teardown)
            Outcome  4488 success, 5 http_error, 7 timeout; error rate 0.27 %
            Rate     7.47 successes/s completed in the window (4480; 8 ended outside it)
            Join     4470 matched, coverage 99.33 % (of successes 99.59 %), 30 unmatched
            Bias     none found: KS 0.11, p 0.98; quantiles of all lie among the matched at p50 50.03 %, p99 98.99 %
            Server   2 traces without a client record, 3 cut off by the generator's stop
            Mapping  llm-gateway v1; sampling always_on 1.0

            Where the time went, in ms (outcome success)
              measure          n    known      p50      p95  [95 % interval]      max     mean  owner
              client_total  4470  99.59 %  1842.12  3800.00     [3700.00, -]  9000.00  2000.00
                gpu_queue   4470  99.59 %  1842.12  3800.00     [3700.00, -]  9000.00  2000.00  inference capacity

            Where the requests around a quantile of client_total spent it: mean ms, adds up
                                    p50  share      p99  share
              network_envelope   100.00   10 %   200.00    5 %
              gpu_queue          900.00   90 %  3800.00   95 %
              client_total      1000.00         4000.00
              requests               45              45
              From p50 to p99 gpu_queue grows most: 2900.00 of 3000.00 ms. Owner: inference capacity.

            Unmatched client records
              no_spans      28
              root_missing   2

            Anomalies (whole run)
              parent_mismatch  12

            Warnings
              low_n: p99 rests on few requests
            """);
  }

  @Test
  void whatIsStoredAsJsonIsReadBackAsItWas() {
    assertThat(JSON.readValue(JSON.writeValueAsString(report), Report.class)).isEqualTo(report);
  }

  private static Figure figure(String measure, @Nullable String owner) {
    return new Figure(
        measure,
        null,
        owner,
        4470,
        new BigDecimal("0.995989"),
        new BigDecimal("1.3"),
        Map.of("p50", BigDecimal.ONE, "p95", new BigDecimal("1.3")),
        List.of(),
        Map.of("p50_ms", new BigDecimal("1842.123456"), "p95_ms", new BigDecimal("3800")),
        new BigDecimal("9000"),
        new BigDecimal("2000"),
        Map.of(
            "p50_ms",
            Arrays.asList(new BigDecimal("1800"), new BigDecimal("1900")),
            "p95_ms",
            Arrays.asList(new BigDecimal("3700"), null)),
        List.of("p95"),
        "exact");
  }

  private static Report.Tail tail(String total, String queue) {
    BigDecimal rest = new BigDecimal(total).subtract(new BigDecimal(queue));
    return new Report.Tail(
        45,
        new BigDecimal(total),
        new BigDecimal(total),
        Map.of("network_envelope", rest, "gpu_queue", new BigDecimal(queue)),
        Map.of(),
        Map.of());
  }
}
