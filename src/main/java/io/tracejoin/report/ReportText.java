package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report on one page of text: where the time went, and how far that can be believed. */
public final class ReportText {

  private static final String ABSENT = "-";

  private final Report report;
  private final StringBuilder text = new StringBuilder();

  private ReportText(Report report) {
    this.report = report;
  }

  /** The page, ending in a line feed. */
  public static String of(Report report) {
    ReportText page = new ReportText(report);
    page.header();
    page.figures();
    StreamText.print(report, page.text);
    ToolText.print(report, page.text);
    page.tail();
    page.slo();
    page.findings();
    SliceText.print(report, page.text);
    page.counts("Unmatched client records", report.join().reasons());
    page.counts("Anomalies (whole run)", report.anomalies());
    page.warnings();
    return page.text.toString();
  }

  private void header() {
    Report.Population population = report.population();
    Report.Join join = report.join();
    line("Run      %s: %s", report.runId(), life());
    line("Window   %s", window());
    scenarioWindows();
    line(
        "Sent     %d in the window of %d client records%s",
        population.inWindow(), population.clientRecords(), leftOut());
    line(
        "Outcome  %d success%s; error rate %s",
        population.success(),
        listed(", ", population.errors()),
        percent(population.errorRate(), RoundingMode.UP));
    line("Rate     %s", throughput());
    LoadText.lines(report.load(), report.k6Summary()).forEach(it -> line("%s", it));
    line(
        "Join     %d matched, coverage %s (of successes %s), %d unmatched%s",
        join.matched(),
        percent(join.coverage()),
        percent(join.coverageSuccess()),
        join.unmatchedClient(),
        outsideCoverage());
    bias();
    line(
        "Server   %d traces without a client record, %d cut off by the generator's stop",
        join.unmatchedServer(), join.interrupted());
    line(
        "Mapping  %s v%d; sampling %s",
        report.mapping().name(), report.mapping().version(), sampling());
  }

  private void bias() {
    Bias bias = report.join().bias();
    if (bias == null || bias.ks() == null) {
      return;
    }
    line(
        "Bias     %s: KS %s, p %s; quantiles of all lie among the matched at %s",
        bias.biased() ? "biased at " + String.join(", ", bias.biasedAt()) : "none found",
        bias.ks().toPlainString(),
        bias.pValue(),
        bias.matchedRank().entrySet().stream()
            .map(it -> it.getKey() + " " + percent(it.getValue()))
            .collect(Collectors.joining(", ")));
  }

  private String life() {
    return report.revision() == 0
        ? report.state() + ", live at " + report.computedAt()
        : report.state() + ", revision " + report.revision() + " of " + report.computedAt();
  }

  private String window() {
    BigDecimal to = report.window().toS();
    if (to == null) {
      return "unknown: no record carries a send time";
    }
    long generators =
        report.window().generators().stream()
            .map(Report.GeneratorWindow::generator)
            .distinct()
            .count();
    return "%s s to %s s after the first send%s"
        .formatted(
            report.window().fromS().toPlainString(),
            rounded(to).replaceFirst("\\.00$", ""),
            generators > 1 ? ", of each of " + generators + " generators" : "");
  }

  /** Where scenarios declare windows of their own, each window and what it leaves out. */
  private void scenarioWindows() {
    for (Report.GeneratorWindow window : report.window().generators()) {
      Report.Outside excluded = window.excluded();
      if (excluded != null) {
        line(
            "         %s%s: %s to %s; left out: %d before, %d after",
            window.scenario() == null ? "all other scenarios" : "scenario " + window.scenario(),
            window.generator() == null ? "" : " of " + window.generator(),
            window.from(),
            window.to(),
            excluded.before(),
            excluded.after());
      }
    }
  }

  private String leftOut() {
    Report.Population population = report.population();
    List<String> parts = new ArrayList<>();
    part(parts, population.excludedByWindow().before(), "before");
    part(parts, population.excludedByWindow().after(), "after");
    part(parts, population.excludedUnsent(), "without a send time");
    part(parts, population.setupTeardown(), "setup and teardown");
    return parts.isEmpty() ? "" : " (left out: " + String.join(", ", parts) + ")";
  }

  private String throughput() {
    Report.Throughput rate = report.throughput();
    return "%s successes/s completed in the window (%d; %d ended outside it)"
        .formatted(
            rate.perS() == null ? ABSENT : rounded(rate.perS()), rate.completed(), rate.excluded());
  }

  private String outsideCoverage() {
    List<String> parts = new ArrayList<>();
    part(parts, report.join().neverSent(), "never sent");
    part(parts, report.join().notSampled(), "not sampled");
    return parts.isEmpty() ? "" : "; not counted: " + String.join(", ", parts);
  }

  private String sampling() {
    BigDecimal ratio = report.sampling().ratio();
    return report.sampling().policy() + (ratio == null ? "" : " " + ratio.toPlainString());
  }

  private void figures() {
    line("");
    if (report.phases().isEmpty()) {
      line("No measure has a value for outcome %s.", report.outcome());
      return;
    }
    line("Where the time went, in ms (outcome %s)", report.outcome());
    List<String> quantiles = List.copyOf(report.phases().get(0).quantiles().keySet());
    List<String> head = head(quantiles);
    TextTable table = new TextTable(0, head.size() - 1).row(head);
    report.phases().forEach(figure -> table.row(row(figure, quantiles)));
    table.print(text, "  ");
  }

  private static List<String> head(List<String> quantiles) {
    List<String> cells = new ArrayList<>(List.of("measure", "n", "known"));
    for (String quantile : quantiles) {
      cells.add(quantile.replace("_ms", ""));
      if (!quantile.equals("p50_ms")) {
        cells.add("[95 % interval]");
      }
    }
    cells.addAll(List.of("max", "mean", "owner"));
    return cells;
  }

  private static List<String> row(Figure figure, List<String> quantiles) {
    List<String> cells = new ArrayList<>();
    cells.add((insideRoot(figure) ? "  " : "") + figure.title());
    cells.add(Long.toString(figure.n()));
    cells.add(percent(figure.known()));
    for (String quantile : quantiles) {
      cells.add(ms(figure.quantiles().get(quantile)));
      if (!quantile.equals("p50_ms")) {
        cells.add(interval(figure.ci95().get(quantile)));
      }
    }
    cells.add(ms(figure.maxMs()));
    cells.add(ms(figure.meanMs()));
    cells.add(figure.owner() == null ? "" : figure.owner());
    return cells;
  }

  private static boolean insideRoot(Figure figure) {
    Measure measure = Measure.valueOf(figure.measure().toUpperCase(Locale.ROOT));
    return measure.phase() != null || measure == Measure.UNATTRIBUTED;
  }

  private static String interval(@Nullable List<@Nullable BigDecimal> bounds) {
    return bounds == null ? "" : "[" + ms(bounds.get(0)) + ", " + ms(bounds.get(1)) + "]";
  }

  private void tail() {
    if (report.tail().isEmpty()) {
      return;
    }
    line("");
    line("Where the requests around a quantile of client_total spent it: mean ms, adds up");
    List<Report.Tail> tails = List.copyOf(report.tail().values());
    TextTable table = new TextTable(0);
    table.row(columns("", List.copyOf(report.tail().keySet()), "share"));
    for (String part : tails.get(0).meanMs().keySet()) {
      List<String> cells = new ArrayList<>(List.of(part));
      for (Report.Tail tail : tails) {
        cells.add(ms(tail.meanMs().get(part)));
        cells.add(share(tail.meanMs().get(part), tail.clientTotalMs()));
      }
      table.row(cells);
    }
    table.row(
        columns("client_total", tails.stream().map(it -> ms(it.clientTotalMs())).toList(), ""));
    table.row(columns("requests", tails.stream().map(it -> "" + it.n()).toList(), ""));
    table.print(text, "  ");
    growth(tails.get(0), tails.get(tails.size() - 1));
  }

  /** What the slow requests have that the usual ones have not. */
  private void growth(Report.Tail usual, Report.Tail slow) {
    TailGrowth.between(usual.meanMs(), slow.meanMs())
        .filter(it -> tailIsSlower(usual, slow))
        .ifPresent(
            it ->
                line(
                    "  From p50 to p99 %s grows most: %s of %s ms. Owner: %s.",
                    it.measure(),
                    ms(it.ms()),
                    ms(slow.clientTotalMs().subtract(usual.clientTotalMs())),
                    it.owner()));
  }

  private void slo() {
    SloReport slo = report.slo();
    if (slo != null) {
      line("");
      SloText.lines(slo).forEach(it -> line("%s", it));
    }
  }

  private void findings() {
    if (!report.findings().isEmpty()) {
      line("");
      line("What moved within the run");
      FindingsText.lines(report.findings()).forEach(it -> line("  %s", it));
    }
  }

  private static boolean tailIsSlower(Report.Tail usual, Report.Tail slow) {
    return slow.clientTotalMs().compareTo(usual.clientTotalMs()) > 0;
  }

  private void counts(String title, Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return;
    }
    line("");
    line("%s", title);
    TextTable table = new TextTable(0);
    counts.forEach((name, count) -> table.row(List.of(name, Long.toString(count))));
    table.print(text, "  ");
  }

  private void warnings() {
    if (report.warnings().isEmpty()) {
      return;
    }
    line("");
    line("Warnings");
    report.warnings().forEach(it -> line("  %s: %s", it.code(), it.message()));
  }

  private void line(String format, @Nullable Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private static List<String> columns(String name, List<String> values, String beside) {
    List<String> cells = new ArrayList<>(List.of(name));
    values.forEach(value -> cells.addAll(List.of(value, beside)));
    return cells;
  }

  private static void part(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }

  private static String listed(String before, Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(it -> before + it.getValue() + " " + it.getKey())
        .collect(Collectors.joining());
  }

  private static String ms(@Nullable BigDecimal value) {
    return value == null ? ABSENT : rounded(value);
  }

  private static String rounded(BigDecimal value) {
    return value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  /** Cut off, not rounded: 100 % means all. */
  private static String percent(@Nullable BigDecimal share) {
    return percent(share, RoundingMode.DOWN);
  }

  private static String percent(@Nullable BigDecimal share, RoundingMode mode) {
    return share == null
        ? ABSENT
        : share.movePointRight(2).setScale(2, mode).toPlainString() + " %";
  }

  private static String share(@Nullable BigDecimal part, BigDecimal whole) {
    if (part == null || whole.signum() == 0) {
      return "";
    }
    return part.movePointRight(2).divide(whole, 0, RoundingMode.HALF_UP).toPlainString() + " %";
  }
}
