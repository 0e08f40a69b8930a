package io.tracejoin.report.verdict;

import io.tracejoin.report.verdict.VerdictAnswer.ClauseAnswer;
import java.util.List;
import java.util.Locale;

/** A verdict for a pull request's comment. */
public final class VerdictMarkdown {

  private VerdictMarkdown() {}

  /** Markdown with a table, the last line ended. */
  public static String of(VerdictAnswer verdict) {
    StringBuilder text = new StringBuilder();
    text.append("### Tracejoin: ").append(escaped(VerdictWords.headline(verdict))).append("\n\n");
    text.append(escaped(VerdictWords.subject(verdict))).append("\n\n");
    text.append("| verdict | clause | measure | value | 95 % interval | bound | n | why |\n");
    text.append("| --- | --- | --- | ---: | ---: | --- | ---: | --- |\n");
    verdict.clauses().forEach(it -> row(it, text));
    if (!verdict.notes().isEmpty()) {
      text.append('\n');
      verdict.notes().forEach(it -> text.append("- ").append(escaped(it)).append('\n'));
    }
    examples(verdict, text);
    return text.toString();
  }

  private static void row(ClauseAnswer it, StringBuilder text) {
    List<String> cells =
        List.of(
            strong(it),
            it.id(),
            VerdictWords.measured(it),
            VerdictWords.value(it),
            VerdictWords.interval(it.ci95(), it.unit()),
            VerdictWords.bound(it),
            Long.toString(it.n()),
            VerdictWords.why(it));
    text.append('|');
    cells.forEach(cell -> text.append(' ').append(escaped(cell)).append(" |"));
    text.append('\n');
  }

  private static String strong(ClauseAnswer it) {
    return it.verdict().equals("pass") ? "pass" : it.verdict().toUpperCase(Locale.ROOT);
  }

  private static void examples(VerdictAnswer verdict, StringBuilder text) {
    for (ClauseAnswer it : verdict.clauses()) {
      if (!it.examples().isEmpty()) {
        text.append("\nTraces beyond `").append(it.id()).append("`: `");
        text.append(String.join("`, `", it.examples())).append("`\n");
      }
    }
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\|*_`<\\[\\]#])", "\\\\$1").replace('\n', ' ');
  }
}
