package io.tracejoin.join;

/** A mapping document that cannot be read, and where it is wrong. */
public final class MappingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * @param line from 1
   * @param column from 1
   */
  MappingException(int line, int column, String what) {
    super("line " + line + ", column " + column + ": " + what);
    this.line = line;
    this.column = column;
  }

  /** Line of the document, from 1. */
  public int line() {
    return line;
  }

  /** Column of the line, from 1. */
  public int column() {
    return column;
  }
}
