package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TtftKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The part of the page on streams and tokens, and on what both sides measured. */
final class StreamText {

  private static final String ABSENT = "-";

  private final Report report;
  private final StringBuilder text;

  private StreamText(Report report, StringBuilder text) {
    this.report = report;
    this.text = text;
  }

  static void print(Report report, StringBuilder text) {
    StreamText part = new StreamText(report, text);
    part.pairs();
    part.intervals();
    part.tokens();
  }

  /** Both observers beside each other, for the whole and for each kind of first token. */
  private void pairs() {
    TextTable table = new TextTable(0, 1).row(head("pair", "", "client", "server", "envelope"));
    int rows =
        pair(
            table,
            "total",
            null,
            Measure.CLIENT_TOTAL,
            Measure.SERVER_ROOT,
            Measure.NETWORK_ENVELOPE);
    for (TtftKind kind : TtftKind.values()) {
      rows +=
          pair(
              table,
              "ttft (" + kind.code() + ")",
              kind,
              Measure.CLIENT_TTFT,
              Measure.SERVER_TTFT,
              Measure.TTFT_ENVELOPE);
    }
    if (rows > 0) {
      title(
          "Client and server side by side, in ms: three series, no column is a difference of the others");
      table.print(text, "  ");
    }
  }

  private int pair(
      TextTable table,
      String name,
      @Nullable TtftKind kind,
      Measure client,
      Measure server,
      Measure envelope) {
    Figure ofClient = figure(client, kind);
    Figure ofServer = figure(server, kind);
    if (ofClient == null || ofServer == null) {
      return 0;
    }
    Figure between = figure(envelope, kind);
    String title = name;
    for (String quantile : ofClient.quantiles().keySet()) {
      table.row(
          List.of(
              title,
              quantile.replace("_ms", ""),
              at(ofClient, quantile),
              at(ofServer, quantile),
              at(between, quantile)));
      title = "";
    }
    return 1;
  }

  private @Nullable Figure figure(Measure measure, @Nullable TtftKind kind) {
    String code = kind == null ? null : kind.code();
    return report.phases().stream()
        .filter(it -> it.measure().equals(measure.code()) && Objects.equals(it.kind(), code))
        .findFirst()
        .orElse(null);
  }

  private void intervals() {
    List<TokenIntervals> intervals = report.tokenIntervals();
    if (intervals.isEmpty()) {
      return;
    }
    title("Intervals, in ms (pooled over all tokens of all requests; tpot is one value a request)");
    List<String> quantiles = List.copyOf(intervals.get(0).quantiles().keySet());
    List<String> names = new ArrayList<>(List.of("series", "requests", "n"));
    quantiles.forEach(it -> names.add(it.replace("_ms", "")));
    names.addAll(List.of("max", "mean"));
    TextTable table = new TextTable(0).row(names);
    for (TokenIntervals it : intervals) {
      List<String> cells =
          new ArrayList<>(
              List.of(it.measure(), Long.toString(it.requests()), Long.toString(it.n())));
      quantiles.forEach(quantile -> cells.add(ms(it.quantiles().get(quantile))));
      cells.addAll(List.of(ms(it.maxMs()), ms(it.meanMs())));
      table.row(cells);
    }
    table.print(text, "  ");
  }

  private void tokens() {
    Tokens tokens = report.tokens();
    if (tokens == null) {
      return;
    }
    title("Tokens a request");
    TextTable table =
        new TextTable(0).row(head("side", "n", "p50", "p95", "max", "counted by client"));
    spread(table, "input", tokens.input());
    spread(table, "output", tokens.output());
    table.print(text, "  ");
    line(
        "  %s output tokens/s (%d of the %d requests completed in the window are counted)"
            .formatted(
                ms(tokens.outputTokensPerS()), tokens.completedCounted(), tokens.completed()));
    CachedTokens cached = tokens.cached();
    if (cached != null) {
      line("  " + cached.text());
    }
    BigDecimal correlation = tokens.rankCorrelation();
    line(
        "  Rank correlation of input and output: "
            + (correlation == null ? ABSENT : correlation.toPlainString()));
  }

  private static void spread(TextTable table, String side, Tokens.Spread spread) {
    table.row(
        List.of(
            side,
            Long.toString(spread.n()),
            count(spread.p50()),
            count(spread.p95()),
            count(spread.max()),
            Long.toString(spread.byClient())));
  }

  private void title(String title) {
    line("");
    line(title);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static List<String> head(String... names) {
    return List.of(names);
  }

  private static String at(@Nullable Figure figure, String quantile) {
    return figure == null ? ABSENT : ms(figure.quantiles().get(quantile));
  }

  private static String count(@Nullable Integer value) {
    return value == null ? ABSENT : value.toString();
  }

  private static String ms(@Nullable BigDecimal value) {
    return value == null ? ABSENT : value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
