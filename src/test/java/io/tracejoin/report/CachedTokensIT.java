package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.run.RunId;
import io.tracejoin.store.ReportStores;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Prompt tokens from the server's cache: what is told of them, and what their movement means. */
class CachedTokensIT {

  private static final String FEW = "(hashtext('c' || i) & 15) * 16";
  private static final String MORE = "(hashtext('d' || i) & 15) * 16 + 128";
  private static final String QUICK = "50000000 + (hashtext('t' || i) & 1023) * 10000";

  /** Three in a hundred wait for a third of a second. */
  private static final String TAIL =
      "CASE WHEN i % 33 = 0 THEN 300000000 ELSE 50000000 + (hashtext('u' || i) & 1023) * 10000 END";

  private final Comparisons comparisons =
      new Comparisons(ReportStores.reports(ReportDatabase.dataSource()), Clock.systemUTC());

  @BeforeAll
  static void runs() {
    run("cached-before", FEW, QUICK);
    run("cached-moved", MORE, TAIL);
    run("cached-only", MORE, QUICK);
    run("cached-slow", FEW, TAIL);
    run("cached-unknown", "NULL", TAIL);
  }

  private static void run(String name, String cached, String ttft) {
    Map<String, String> columns = new HashMap<>();
    columns.put("server_cached_tokens", cached);
    columns.put("server_input_tokens", "512");
    columns.put("client_ttft_ns", ttft);
    columns.put("client_ttft_kind", "'token'");
    columns.put("client_total_ns", "400000000");
    columns.put("network_envelope_ns", "310000000");
    columns.put("worker", "CASE WHEN i % 4 = 0 THEN 'hot' ELSE 'cold' END");
    RunFixture.open(name, "{}").matched(800, columns);
  }

  @Test
  void moreCachedTokensAndASlowerTailAreACacheThatMoved() {
    assertThat(findings("cached-moved")).contains("cache_moved");
    FindingAnswer found =
        compare("cached-moved").findings().stream()
            .filter(it -> it.code().equals("cache_moved"))
            .findFirst()
            .orElseThrow();
    assertThat(found.evidence().keySet()).containsExactly("cached_tokens", "client_ttft");
    assertThat(found.owner()).isEqualTo("model / inference");
  }

  @Test
  void oneOfTheTwoAloneIsNone() {
    assertThat(findings("cached-only")).doesNotContain("cache_moved");
    assertThat(findings("cached-slow")).doesNotContain("cache_moved");
    assertThat(findings("cached-unknown")).doesNotContain("cache_moved");
  }

  @Test
  void aComparisonHasTheSharesOfBoth() {
    Comparison.Rates share = compare("cached-unknown").cachedShare();
    assertThat(Objects.requireNonNull(share.baseline()).doubleValue()).isBetween(0.2, 0.27);
    assertThat(share.run()).isNull();
  }

  @Test
  void eachWorkerHasItsShareAndItsMedian() {
    RunFixture.open("cached-workers", "{}")
        .matched(30, worker("hot", "400"))
        .matched(10, worker("hot", "0"))
        .matched(20, worker("cold", "40"))
        .matched(5, worker("cold", "NULL"));
    Report report =
        ReportTestReports.reports()
            .current(
                new RunId("cached-workers"),
                ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.WORKER)));
    CachedTokens whole = Objects.requireNonNull(Objects.requireNonNull(report.tokens()).cached());
    assertThat(whole.n()).isEqualTo(60);
    assertThat(whole.share()).isEqualByComparingTo("0.426666");
    Map<String, CachedTokens> byWorker =
        Objects.requireNonNull(report.slices()).values().stream()
            .collect(
                Collectors.toMap(
                    Slices.Slice::title, it -> Objects.requireNonNull(it.cachedTokens())));
    assertThat(byWorker)
        .containsOnly(
            Map.entry("hot", new CachedTokens(40, new BigDecimal("0.6"), 400)),
            Map.entry("cold", new CachedTokens(20, new BigDecimal("0.08"), 40)));
    assertThat(ReportText.of(report)).contains("42.66 % of the prompt tokens from the cache");
    assertThat(ReportText.of(report)).contains("60.00 %");
  }

  private static Map<String, String> worker(String name, String cached) {
    return Map.of(
        "worker", "'" + name + "'", "server_cached_tokens", cached, "input_tokens", "500");
  }

  private List<String> findings(String run) {
    return compare(run).findings().stream().map(FindingAnswer::code).toList();
  }

  private Comparison compare(String run) {
    return comparisons.of(new RunId(run), new RunId("cached-before"), Selector.ALL, null);
  }
}
