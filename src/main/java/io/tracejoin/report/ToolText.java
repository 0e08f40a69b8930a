package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The part of the page on what a benchmark tool says itself. */
final class ToolText {

  private ToolText() {}

  static void print(Report report, StringBuilder text) {
    if (report.toolReported().isEmpty()) {
      return;
    }
    text.append("\nThe tool's own figures beside ours (all successes of its file)\n");
    TextTable table =
        new TextTable(0, 1, 2, 3)
            .row(List.of("tool", "figure", "ours is", "stat", "tool says", "we say", "unit"));
    Set<String> reasons = new LinkedHashSet<>();
    for (ToolReported it : report.toolReported()) {
      String step = it.step() == null ? "" : " step " + it.step();
      table.row(
          List.of(
              it.tool() + step,
              it.figure(),
              it.measure(),
              it.stat(),
              rounded(it.toolValue()),
              rounded(it.ours()),
              it.unit()));
      reasons.add(it.figure() + ": " + it.why());
    }
    table.print(text, "  ");
    reasons.forEach(it -> text.append("  ").append(it).append('\n'));
  }

  private static String rounded(@Nullable BigDecimal value) {
    return value == null ? "-" : value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
