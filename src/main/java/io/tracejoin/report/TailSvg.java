package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the tail of a run is made of, as a picture for chats and pull requests: a bar for each
 * quantile of client_total, each as long as the requests around it took, and their parts in
 * numbers. Light and dark by the reader's preference; text is text.
 */
public final class TailSvg {

  private static final int WIDTH = 760;
  private static final int LEFT = 56;
  private static final int BARS = WIDTH - LEFT - 96;
  private static final int TOP = 74;
  private static final int BAR_STEP = 34;
  private static final int BAR = 22;
  private static final int ROW = 20;
  private static final int COLUMN = 96;
  private static final int LONGEST_WHERE = 70;

  private static final String STYLE =
      """
      <style>
      .back { fill: #fff; stroke: #d5dae2 } line { stroke: #d5dae2 }
      text { fill: #1b2430; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif }
      .head { font-size: 16px; font-weight: 600 } .quiet { fill: #566173; font-size: 12px }
      .number { text-anchor: end; font-variant-numeric: tabular-nums } .most { font-weight: 700 }
      .network_envelope { fill: #8d99ab } .gateway { fill: #4477aa } .app_queue { fill: #ccbb44 }
      .gpu_queue { fill: #e07b39 } .generation { fill: #228866 } .provider_request { fill: #aa3377 }
      .response_write { fill: #66ccee } .unattributed { fill: #b9bdc5 }
      @media (prefers-color-scheme: dark) {
      .back { fill: #1a2029; stroke: #343d4b } line { stroke: #343d4b }
      text { fill: #e4e8ee } .quiet { fill: #a1acbb }
      .network_envelope { fill: #7d8aa0 } .gateway { fill: #6a9fd6 } .app_queue { fill: #d5c557 }
      .gpu_queue { fill: #ee9150 } .generation { fill: #3fae88 } .provider_request { fill: #d268a6 }
      .response_write { fill: #7fd3f0 } .unattributed { fill: #5b6472 } }
      </style>
      """;

  private final Report report;
  private final String where;
  private final List<String> parts;
  private final @Nullable TailGrowth growth;
  private final StringBuilder out = new StringBuilder(4096);

  private TailSvg(Report report, String where) {
    this.report = report;
    this.where = where;
    this.parts =
        report.tail().values().stream()
            .flatMap(it -> InOrder.ofMeasures(it.meanMs()).keySet().stream())
            .distinct()
            .sorted((a, b) -> place(a) - place(b))
            .toList();
    this.growth = growth(report).orElse(null);
  }

  /** The picture of a report of the requests selected. */
  public static String of(Report report, Selector selector) {
    return new TailSvg(report, selector.toString()).drawn();
  }

  private static int place(String measure) {
    return Measure.valueOf(measure.toUpperCase(Locale.ROOT)).ordinal();
  }

  private static Optional<TailGrowth> growth(Report report) {
    List<Report.Tail> bands = List.copyOf(report.tail().values());
    return bands.size() < 2
        ? Optional.empty()
        : TailGrowth.between(bands.get(0).meanMs(), bands.get(bands.size() - 1).meanMs());
  }

  private String drawn() {
    int table = TOP + report.tail().size() * BAR_STEP + 30;
    int height = report.tail().isEmpty() ? TOP + 30 : table + (parts.size() + 1) * ROW + 14;
    out.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img" aria-labelledby="title desc">
        <title id="title">%3$s</title>
        <desc id="desc">%4$s</desc>
        """
            .formatted(WIDTH, height, escaped(title()), escaped(description())));
    out.append(STYLE)
        .append(
            "<rect class=\"back\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n"
                .formatted(WIDTH - 1, height - 1));
    text("head", 16, 28, title());
    text("quiet", 16, 48, facts());
    if (report.tail().isEmpty()) {
      text("", 16, TOP + 6, "Too few matched successes to explain a tail.");
    } else {
      bars();
      numbers(table);
    }
    return out.append("</svg>\n").toString();
  }

  private void bars() {
    BigDecimal longest =
        report.tail().values().stream()
            .map(Report.Tail::clientTotalMs)
            .max(BigDecimal::compareTo)
            .orElse(BigDecimal.ONE);
    int y = TOP;
    for (Map.Entry<String, Report.Tail> band : report.tail().entrySet()) {
      text("number", LEFT - 8, y + 16, band.getKey());
      double x = LEFT;
      for (String part : parts) {
        double width = length(band.getValue().meanMs().get(part), longest);
        bar(part, x, y, width);
        x += width;
      }
      text("", (int) Math.round(x) + 8, y + 16, ms(band.getValue().clientTotalMs()) + " ms");
      y += BAR_STEP;
    }
  }

  /** A mean envelope may be a little below 0; it then takes no room. */
  private static double length(@Nullable BigDecimal ms, BigDecimal longest) {
    return ms == null || longest.signum() <= 0
        ? 0
        : Math.max(0, BARS * ms.doubleValue() / longest.doubleValue());
  }

  private void bar(String part, double x, int y, double width) {
    if (width == 0) {
      return;
    }
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n",
            part,
            x,
            y,
            width,
            BAR));
  }

  private void numbers(int top) {
    int y = top;
    text("quiet", 36, y, "mean ms around each quantile of client_total");
    int x = WIDTH - 16 - COLUMN * (report.tail().size() - 1);
    for (String quantile : report.tail().keySet()) {
      text("quiet number", x, y, quantile);
      x += COLUMN;
    }
    out.append(
        "<line x1=\"16\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n".formatted(WIDTH - 16, y + 6, y + 6));
    for (String part : parts) {
      y += ROW;
      row(part, y);
    }
  }

  private void row(String part, int y) {
    String most = growth != null && growth.measure().equals(part) ? "most" : "";
    out.append(
        "<rect class=\"%s\" x=\"16\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\"/>\n"
            .formatted(part, y - 6));
    text(most, 36, y + 4, part);
    int x = WIDTH - 16 - COLUMN * (report.tail().size() - 1);
    for (Report.Tail band : report.tail().values()) {
      text((most + " number").strip(), x, y + 4, ms(band.meanMs().get(part)));
      x += COLUMN;
    }
  }

  private String title() {
    if (where.isEmpty()) {
      return "Run " + report.runId();
    }
    String shown =
        where.length() <= LONGEST_WHERE ? where : where.substring(0, LONGEST_WHERE) + "…";
    return "Run " + report.runId() + ": " + shown;
  }

  private String facts() {
    List<String> facts = new ArrayList<>();
    facts.add(report.population().inWindow() + " requests");
    facts.add("error rate " + percent(report.population().errorRate(), RoundingMode.CEILING));
    facts.add("join coverage " + percent(report.join().coverage(), RoundingMode.FLOOR));
    facts.add(
        report.revision() > 0
            ? "revision " + report.revision()
            : report.state() + ", figures still change");
    if (growth != null) {
      facts.add("grows most in the tail: " + growth.measure() + " +" + ms(growth.ms()) + " ms");
    }
    return String.join(" · ", facts);
  }

  private String description() {
    List<String> sentences = new ArrayList<>();
    report
        .tail()
        .forEach(
            (quantile, band) ->
                sentences.add(
                    "The requests around %s took %s ms: %s."
                        .formatted(quantile, ms(band.clientTotalMs()), composition(band))));
    if (growth != null && growth.owner() != null) {
      sentences.add("%s grows most; ask %s.".formatted(growth.measure(), growth.owner()));
    }
    return sentences.isEmpty()
        ? "Too few matched successes to explain a tail."
        : String.join(" ", sentences);
  }

  private String composition(Report.Tail band) {
    return String.join(
        ", ",
        parts.stream()
            .filter(band.meanMs()::containsKey)
            .map(it -> it + " " + ms(band.meanMs().get(it)) + " ms")
            .toList());
  }

  private void text(String style, int x, int y, String text) {
    out.append(
        "<text%s x=\"%d\" y=\"%d\">%s</text>\n"
            .formatted(style.isEmpty() ? "" : " class=\"" + style + "\"", x, y, escaped(text)));
  }

  /** Control characters are nothing that XML can hold. */
  private static String escaped(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\uD800-\\uDFFF\\uFFFE\\uFFFF]", "\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }

  private static String ms(@Nullable BigDecimal ms) {
    return ms == null
        ? "–"
        : String.format(Locale.ROOT, ms.abs().doubleValue() >= 1000 ? "%,.0f" : "%.1f", ms);
  }

  private static String percent(@Nullable BigDecimal share, RoundingMode mode) {
    return share == null
        ? "unknown"
        : share.movePointRight(2).setScale(2, mode).toPlainString() + " %";
  }
}
