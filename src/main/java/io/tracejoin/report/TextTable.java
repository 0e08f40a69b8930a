package io.tracejoin.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows of cells printed in columns that are as wide as their widest cell. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private final Set<Integer> left;

  /**
   * @param left columns, from 0, that are aligned to the left; the others are aligned to the right
   */
  public TextTable(Integer... left) {
    this.left = Set.of(left);
  }

  /** Adds a row; rows have equally many cells. */
  public TextTable row(List<String> cells) {
    rows.add(List.copyOf(cells));
    for (int i = 0; i < cells.size(); i++) {
      int width = cells.get(i).length();
      if (i == widths.size()) {
        widths.add(width);
      } else {
        widths.set(i, Math.max(widths.get(i), width));
      }
    }
    return this;
  }

  /** Prints the rows, each after an indent and without blanks at its end. */
  public void print(StringBuilder text, String indent) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.size(); i++) {
        line.append(i == 0 ? "" : GAP).append(aligned(row.get(i), i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }

  private String aligned(String cell, int column) {
    String padding = " ".repeat(widths.get(column) - cell.length());
    return left.contains(column) ? cell + padding : padding + cell;
  }
}
