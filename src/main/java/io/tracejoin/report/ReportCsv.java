package io.tracejoin.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The figures of a report as CSV, one line a measure; empty where not known. */
public final class ReportCsv {

  private ReportCsv() {}

  /** Header and lines. */
  public static String of(Report report) {
    StringWriter text = new StringWriter();
    CsvWriter csv = CsvWriter.builder().bufferSize(0).build(text);
    List<String> quantiles =
        report.phases().isEmpty()
            ? List.of("p50_ms", "p95_ms", "p99_ms")
            : List.copyOf(report.phases().get(0).quantiles().keySet());
    csv.writeRecord(head(quantiles));
    report.phases().forEach(it -> csv.writeRecord(line(report, it, quantiles)));
    report.tokenIntervals().forEach(it -> csv.writeRecord(line(report, it, quantiles)));
    Slices slices = report.slices();
    if (slices != null) {
      slices
          .values()
          .forEach(
              slice ->
                  slice
                      .phases()
                      .forEach(it -> csv.writeRecord(line(report, it, quantiles, slice))));
    }
    return text.toString();
  }

  private static List<String> head(List<String> quantiles) {
    List<String> cells =
        new ArrayList<>(
            List.of("run_id", "revision", "outcome", "measure", "kind", "owner", "n", "known"));
    for (String quantile : quantiles) {
      String name = quantile.replace("_ms", "");
      cells.addAll(List.of(quantile, name + "_ci_low_ms", name + "_ci_high_ms"));
    }
    cells.addAll(List.of("max_ms", "mean_ms", "design_effect", "flags", "source"));
    cells.addAll(List.of("slice", "slice_value"));
    return cells;
  }

  private static List<String> line(
      Report report, Figure figure, List<String> quantiles, Slices.Slice slice) {
    List<String> cells = new ArrayList<>(line(report, figure, quantiles));
    cells.subList(cells.size() - 2, cells.size()).clear();
    cells.add(Objects.requireNonNull(report.slices()).dimension());
    cells.add(slice.value() == null ? "" : RequestRow.inert(slice.value()));
    return cells;
  }

  private static List<String> line(Report report, Figure figure, List<String> quantiles) {
    List<String> cells = new ArrayList<>();
    cells.add(report.runId());
    cells.add(Integer.toString(report.revision()));
    cells.add(report.outcome());
    cells.add(figure.measure());
    cells.add(figure.kind() == null ? "" : figure.kind());
    cells.add(figure.owner() == null ? "" : figure.owner());
    cells.add(Long.toString(figure.n()));
    cells.add(number(figure.known()));
    for (String quantile : quantiles) {
      cells.add(number(figure.quantiles().get(quantile)));
      List<@Nullable BigDecimal> bounds = figure.ci95().get(quantile);
      cells.add(number(bounds == null ? null : bounds.get(0)));
      cells.add(number(bounds == null ? null : bounds.get(1)));
    }
    cells.add(number(figure.maxMs()));
    cells.add(number(figure.meanMs()));
    cells.add(number(figure.designEffect()));
    cells.add(String.join(" ", figure.flags()));
    cells.add(figure.source());
    cells.addAll(List.of("", ""));
    return cells;
  }

  /** Pooled over tokens: no interval, no share of requests. */
  private static List<String> line(Report report, TokenIntervals pooled, List<String> quantiles) {
    List<String> cells = new ArrayList<>();
    cells.add(report.runId());
    cells.add(Integer.toString(report.revision()));
    cells.add(report.outcome());
    cells.addAll(List.of(pooled.measure(), "", "", Long.toString(pooled.n()), ""));
    for (String quantile : quantiles) {
      cells.addAll(List.of(number(pooled.quantiles().get(quantile)), "", ""));
    }
    cells.addAll(List.of(number(pooled.maxMs()), number(pooled.meanMs()), "", ""));
    cells.add(pooled.source());
    cells.addAll(List.of("", ""));
    return cells;
  }

  private static String number(@Nullable BigDecimal value) {
    return value == null ? "" : value.toPlainString();
  }
}
