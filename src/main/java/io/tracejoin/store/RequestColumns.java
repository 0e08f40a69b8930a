package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All requests of a run, column by column, in the order in which they were scanned. */
final class RequestColumns implements AutoCloseable {

  private final ColumnFile file;
  private final ColumnTerms terms;
  private final Map<Thread, Scratch> scratches = new ConcurrentHashMap<>();

  /** Arrays that a thread uses again and again. */
  private record Scratch(long[] values, long[] selected, ColumnFile.Room room) {}

  RequestColumns(ColumnFile file, ColumnTerms terms) {
    this.file = file;
    this.terms = terms;
  }

  private Scratch scratch() {
    return scratches.computeIfAbsent(
        Thread.currentThread(),
        it -> new Scratch(new long[rows()], new long[rows()], new ColumnFile.Room()));
  }

  /** Forgets the arrays of all threads but this one. */
  void release() {
    scratches.keySet().removeIf(it -> it != Thread.currentThread());
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
    Scratch scratch = scratch();
    file.read(column.index(), scratch.values, scratch.room);
    return scratch.values;
  }

  /** The column's values in an array of their own. */
  long[] copy(RequestColumn column) {
    long[] values = new long[rows()];
    file.read(column.index(), values, scratch().room);
    return values;
  }

  /** Room for a selection of values, one a thread. */
  long[] room() {
    return scratch().selected;
  }

  @Override
  public void close() {
    file.close();
  }
}
