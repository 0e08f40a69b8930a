package io.tracejoin.report;

import java.util.List;

/** A page of sections, lines and tables, as plain text or as Markdown. */
final class Paper {

  private final boolean markdown;
  private final StringBuilder text = new StringBuilder();

  Paper(boolean markdown) {
    this.markdown = markdown;
  }

  void title(String title) {
    text.append(markdown ? "# " + escaped(title) : title).append('\n');
  }

  void section(String title) {
    text.append('\n').append(markdown ? "## " + escaped(title) + "\n" : title).append('\n');
  }

  void line(String line) {
    text.append(markdown ? escaped(line) + "\n" : "  " + line).append('\n');
  }

  /** Lines that belong together; their indents are kept. */
  void lines(List<String> lines) {
    lines.forEach(
        it ->
            text.append(
                    markdown
                        ? (it.startsWith(" ") ? "  - " : "- ") + escaped(it.strip())
                        : "  " + it)
                .append('\n'));
  }

  /**
   * A table whose first row is the head.
   *
   * @param left columns that are aligned to the left
   */
  void table(List<List<String>> rows, Integer... left) {
    if (!markdown) {
      TextTable table = new TextTable(left);
      rows.forEach(table::row);
      table.print(text, "  ");
      return;
    }
    List<Integer> leftAligned = List.of(left);
    for (int i = 0; i < rows.size(); i++) {
      text.append("| ")
          .append(String.join(" | ", rows.get(i).stream().map(Paper::cell).toList()))
          .append(" |\n");
      if (i == 0) {
        for (int column = 0; column < rows.get(0).size(); column++) {
          text.append(leftAligned.contains(column) ? "| --- " : "| ---: ");
        }
        text.append("|\n");
      }
    }
    text.append('\n');
  }

  /** Names come from outside: they must not become markup. */
  private static String escaped(String line) {
    return line.replaceAll("([\\\\`*_<>\\[\\]])", "\\\\$1");
  }

  private static String cell(String cell) {
    return escaped(cell).replace("|", "\\|").replace("\n", " ");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
