package io.tracejoin.store;

import io.tracejoin.decompose.Measure;

/** All requests of a run, column by column, in the order in which they were scanned. */
final class RequestColumns implements AutoCloseable {

  private final ColumnFile file;
  private final ColumnTerms terms;
  private final long[] scratch;
  private final long[] selected;

  RequestColumns(ColumnFile file, ColumnTerms terms) {
    this.file = file;
    this.terms = terms;
    this.scratch = new long[file.rows()];
    this.selected = new long[file.rows()];
  }

  int rows() {
    return file.rows();
  }

  ColumnTerms terms() {
    return terms;
  }

  /** Whether no request has a value. */
  boolean empty(RequestColumn column) {
    return file.empty(column.index());
  }

  boolean empty(Measure measure) {
    return empty(RequestColumn.of(measure));
  }

  /**
   * The column's values, {@link ColumnFile#NULL} where there is none. Valid until the next column
   * is passed: there is one array for all of them.
   */
  long[] pass(RequestColumn column) {
    file.read(column.index(), scratch);
    return scratch;
  }

  /** The column's values in an array of their own. */
  long[] copy(RequestColumn column) {
    long[] values = new long[rows()];
    file.read(column.index(), values);
    return values;
  }

  /** Room for a selection of values, one for all. */
  long[] room() {
    return selected;
  }

  @Override
  public void close() {
    file.close();
  }
}
