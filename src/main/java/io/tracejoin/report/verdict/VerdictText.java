package io.tracejoin.report.verdict;

import io.tracejoin.report.TextTable;
import io.tracejoin.report.verdict.VerdictAnswer.ClauseAnswer;
import io.tracejoin.report.verdict.VerdictStore.Earlier;
import java.util.List;
import java.util.Locale;

/** A verdict for a terminal: the first line says it all. */
public final class VerdictText {

  private VerdictText() {}

  /** Lines, the last one ended. */
  public static String of(VerdictAnswer verdict) {
    StringBuilder text = new StringBuilder();
    text.append(VerdictWords.headline(verdict)).append('\n');
    text.append(VerdictWords.subject(verdict)).append("\n\n");
    clauses(verdict, text);
    verdict.notes().forEach(it -> text.append('\n').append(it));
    text.append(verdict.notes().isEmpty() ? "" : "\n");
    examples(verdict, text);
    earlier(verdict, text);
    return text.toString();
  }

  private static void clauses(VerdictAnswer verdict, StringBuilder text) {
    TextTable table = new TextTable(0, 1, 2, 5, 7);
    table.row(
        List.of("verdict", "clause", "measure", "value", "[95 % interval]", "bound", "n", "why"));
    for (ClauseAnswer it : verdict.clauses()) {
      table.row(
          List.of(
              it.verdict().toUpperCase(Locale.ROOT),
              it.id(),
              VerdictWords.measured(it),
              VerdictWords.value(it),
              VerdictWords.interval(it.ci95(), it.unit()),
              VerdictWords.bound(it),
              Long.toString(it.n()),
              VerdictWords.why(it)));
    }
    table.print(text, "");
  }

  private static void examples(VerdictAnswer verdict, StringBuilder text) {
    List<ClauseAnswer> broken =
        verdict.clauses().stream().filter(it -> !it.examples().isEmpty()).toList();
    if (broken.isEmpty()) {
      return;
    }
    text.append("\nRequests beyond the bound (GET /api/v1/traces/{trace_id})\n");
    for (ClauseAnswer it : broken) {
      it.examples()
          .forEach(
              trace -> text.append("  ").append(it.id()).append("  ").append(trace).append('\n'));
    }
  }

  private static void earlier(VerdictAnswer verdict, StringBuilder text) {
    if (verdict.earlier().isEmpty()) {
      return;
    }
    text.append("\nOther verdicts on this run by this budget\n");
    TextTable table = new TextTable(0, 1, 2, 3);
    for (Earlier it : verdict.earlier()) {
      table.row(
          List.of(
              "revision " + it.revision(),
              "v" + it.version() + (it.postHoc() ? " post hoc" : ""),
              it.verdict(),
              it.guilty() == null ? "" : it.guilty(),
              it.judgedAt().toString()));
    }
    table.print(text, "  ");
  }
}
