package io.tracejoin.report.verdict;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.tracejoin.report.verdict.PhaseBudgets.Row;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows for dashboards as CSV; empty where not known. */
public final class PhaseBudgetCsv {

  private static final List<String> HEAD =
      List.of(
          "run_id",
          "started_at",
          "phase",
          "owner",
          "stat",
          "value_ms",
          "ci_low_ms",
          "ci_high_ms",
          "bound_ms",
          "used",
          "verdict",
          "coverage",
          "n");

  private PhaseBudgetCsv() {}

  /** Header and lines. */
  public static String of(List<Row> rows) {
    StringWriter text = new StringWriter();
    CsvWriter csv = CsvWriter.builder().bufferSize(0).build(text);
    csv.writeRecord(HEAD);
    rows.forEach(it -> csv.writeRecord(line(it)));
    return text.toString();
  }

  private static List<String> line(Row row) {
    return Stream.of(
            new Object[] {
              row.runId(),
              row.startedAt(),
              row.phase(),
              row.owner(),
              row.stat(),
              row.valueMs(),
              row.ciLowMs(),
              row.ciHighMs(),
              row.boundMs(),
              row.used(),
              row.verdict(),
              row.coverage(),
              row.n()
            })
        .map(PhaseBudgetCsv::cell)
        .toList();
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof java.math.BigDecimal decimal ? decimal.toPlainString() : safe(value);
  }

  /** What a spreadsheet would take for a formula gets an apostrophe. */
  private static String safe(Object value) {
    String text = value.toString();
    return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
