package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The slices of a report as a table of text, one line a slice. */
final class SliceText {

  private static final String ABSENT = "-";

  private SliceText() {}

  static void print(Report report, StringBuilder text) {
    Slices slices = report.slices();
    if (slices == null) {
      return;
    }
    text.append('\n')
        .append("By ")
        .append(slices.dimension())
        .append(": requests, and p95 in ms of client_total and its parts\n");
    List<String> parts = parts(slices);
    TextTable table = new TextTable(0);
    List<String> head = new ArrayList<>(List.of("value", "sent", "error rate", "coverage", "p50"));
    boolean slo = slices.values().stream().anyMatch(it -> it.slo() != null);
    boolean cached = slices.values().stream().anyMatch(it -> it.cachedTokens() != null);
    if (cached) {
      head.add(4, "cached");
    }
    if (slo) {
      head.addAll(4, List.of("attainment", "goodput/s"));
    }
    head.addAll(parts);
    table.row(head);
    slices.values().forEach(it -> table.row(row(it, parts, slo, cached)));
    table.print(text, "  ");
    undecided(slices, text);
    slices.biased().ifPresent(it -> text.append("  Biased: ").append(it.message()).append('\n'));
  }

  private static void undecided(Slices slices, StringBuilder text) {
    slices.values().stream().mapToLong(Slices.Slice::undecided).max().stream()
        .filter(it -> it > 0)
        .forEach(
            it ->
                text.append("  ")
                    .append(it)
                    .append(
                        " requests are not matched and lack the value: each slice counts them\n"));
  }

  /** client_total, the envelope and the phases that any slice knows. */
  private static List<String> parts(Slices slices) {
    Set<String> known = new LinkedHashSet<>(List.of(Measure.CLIENT_TOTAL.code()));
    for (Measure measure : Measure.values()) {
      boolean shown = measure.phase() != null || measure == Measure.NETWORK_ENVELOPE;
      if (shown && slices.values().stream().anyMatch(it -> figure(it, measure.code()) != null)) {
        known.add(measure.code());
      }
    }
    return List.copyOf(known);
  }

  private static List<String> row(
      Slices.Slice slice, List<String> parts, boolean slo, boolean cached) {
    List<String> cells = new ArrayList<>();
    cells.add(slice.title());
    cells.add(Long.toString(slice.inWindow()));
    cells.add(percent(slice.errorRate(), RoundingMode.UP));
    cells.add(percent(slice.coverage(), RoundingMode.DOWN));
    if (slo) {
      attained(slice.slo(), cells);
    }
    if (cached) {
      CachedTokens tokens = slice.cachedTokens();
      cells.add(percent(tokens == null ? null : tokens.share(), RoundingMode.DOWN));
    }
    cells.add(ms(figure(slice, Measure.CLIENT_TOTAL.code()), "p50_ms"));
    parts.forEach(it -> cells.add(ms(figure(slice, it), "p95_ms")));
    return cells;
  }

  private static void attained(@Nullable SloReport slo, List<String> cells) {
    BigDecimal goodput = slo == null ? null : slo.goodputPerS();
    cells.add(percent(slo == null ? null : slo.attainment(), RoundingMode.DOWN));
    cells.add(goodput == null ? ABSENT : String.format(Locale.ROOT, "%.2f", goodput));
  }

  private static @Nullable Figure figure(Slices.Slice slice, String measure) {
    return slice.phases().stream()
        .filter(it -> it.measure().equals(measure))
        .findFirst()
        .orElse(null);
  }

  private static String ms(@Nullable Figure figure, String quantile) {
    BigDecimal value = figure == null ? null : figure.quantiles().get(quantile);
    return value == null ? ABSENT : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(@Nullable BigDecimal share, RoundingMode mode) {
    return share == null
        ? ABSENT
        : share.movePointRight(2).setScale(2, mode).toPlainString() + " %";
  }
}
