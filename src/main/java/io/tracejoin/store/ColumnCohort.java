package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.State;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.Series;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan that belong to a cohort and have an outcome: what {@link ReportCohort} asks.
 */
final class ColumnCohort {

  private static final int IN = 1;
  private static final int PAIR = 2;
  private static final int SOUND = 4;
  private static final String TOLD_TWICE = "duplicate_client_record";

  private final RequestColumns columns;
  private final ColumnWindows windows;
  private final byte[] flags;
  private byte @Nullable [] clientKinds;
  private byte @Nullable [] serverKinds;
  private @Nullable ColumnBlocks blocks;

  ColumnCohort(RequestColumns columns, Cohort cohort, Outcome outcome) {
    this.columns = columns;
    this.windows = new ColumnWindows(columns, cohort);
    this.flags = new byte[columns.rows()];
    Arrays.fill(flags, (byte) (IN | PAIR | SOUND));
    keep(cohort.countsUnsent());
    keepEqual(RequestColumn.OUTCOME, columns.terms().find(outcome.code()));
    keepEqual(RequestColumn.LIFECYCLE, ColumnFile.NULL);
    tell();
  }

  private void keep(boolean unsent) {
    int[] ofRows = windows.ofRows();
    long[] sent = columns.pass(RequestColumn.SENT_AT);
    for (int i = 0; i < flags.length; i++) {
      int window = ofRows[i];
      boolean in =
          sent[i] == ColumnFile.NULL
              ? unsent
              : window != ColumnWindows.NONE
                  && sent[i] >= windows.from(window)
                  && sent[i] < windows.to(window);
      if (!in) {
        flags[i] = 0;
      }
    }
  }

  private void keepEqual(RequestColumn column, long value) {
    long[] values = columns.pass(column);
    for (int i = 0; i < flags.length; i++) {
      if (values[i] != value) {
        flags[i] = 0;
      }
    }
  }

  /** Takes the pair off what is not matched, and its soundness off what was told twice. */
  private void tell() {
    long matched = columns.terms().find(State.MATCHED.code());
    long[] states = columns.pass(RequestColumn.STATE);
    for (int i = 0; i < flags.length; i++) {
      if (states[i] != matched) {
        flags[i] &= ~PAIR;
      }
    }
    boolean[] twice = toldTwice();
    long[] anomalies = columns.pass(RequestColumn.ANOMALIES);
    for (int i = 0; i < flags.length; i++) {
      if (anomalies[i] != ColumnFile.NULL && twice[(int) anomalies[i]] && !pair(i)) {
        flags[i] &= ~SOUND;
      }
    }
  }

  private boolean[] toldTwice() {
    boolean[] twice = new boolean[columns.terms().size()];
    for (int i = 0; i < twice.length; i++) {
      String text = columns.terms().text(i);
      twice[i] = text != null && Arrays.asList(text.split(",")).contains(TOLD_TWICE);
    }
    return twice;
  }

  int rows() {
    return flags.length;
  }

  RequestColumns columns() {
    return columns;
  }

  ColumnWindows windows() {
    return windows;
  }

  boolean in(int row) {
    return (flags[row] & IN) != 0;
  }

  /** In it and matched. */
  boolean pair(int row) {
    return (flags[row] & (IN | PAIR)) == (IN | PAIR);
  }

  /** In it, and its durations are known. */
  boolean sound(int row) {
    return (flags[row] & (IN | SOUND)) == (IN | SOUND);
  }

  /** Whether the row belongs to the population of the measure. */
  boolean has(Measure measure, int row) {
    return measure.side() == Measure.Side.CLIENT ? sound(row) : pair(row);
  }

  /** Which rows' values belong to the series. */
  Rows of(Series series) {
    int mask = mask(series);
    TtftKind kind = series.kind();
    if (kind == null) {
      return row -> (flags[row] & mask) == mask;
    }
    byte[] kinds = kinds(series.measure());
    return row -> (flags[row] & mask) == mask && kinds[row] == kind.ordinal() + 1;
  }

  private static int mask(Series series) {
    return IN | (series.measure().side() == Measure.Side.CLIENT ? SOUND : PAIR);
  }

  /** Rows of a population. */
  interface Rows {
    boolean have(int row);
  }

  /**
   * Puts the values of a series into the columns' room, in the order of the rows.
   *
   * @return how many they are
   */
  int select(Series series) {
    if (columns.empty(series.measure())) {
      return 0;
    }
    Rows rows = series.kind() == null ? null : of(series);
    int mask = mask(series);
    long[] values = columns.pass(RequestColumn.of(series.measure()));
    long[] selected = columns.room();
    int n = 0;
    for (int i = 0; i < flags.length; i++) {
      boolean has = values[i] != ColumnFile.NULL && (flags[i] & mask) == mask;
      if (has && (rows == null || rows.have(i))) {
        selected[n++] = values[i];
      }
    }
    return n;
  }

  /** Blocks of send time; those of the last length are kept. */
  ColumnBlocks blocks(long nanos) {
    ColumnBlocks known = blocks;
    if (known == null || known.nanos() != nanos) {
      known = new ColumnBlocks(this, nanos);
      blocks = known;
    }
    return known;
  }

  private byte[] kinds(Measure measure) {
    if (measure == Measure.SERVER_TTFT) {
      serverKinds = serverKinds != null ? serverKinds : kinds(RequestColumn.SERVER_TTFT_KIND);
      return serverKinds;
    }
    clientKinds = clientKinds != null ? clientKinds : kinds(RequestColumn.CLIENT_TTFT_KIND);
    return clientKinds;
  }

  private byte[] kinds(RequestColumn column) {
    byte[] byTerm = new byte[columns.terms().size() + 1];
    for (TtftKind kind : TtftKind.values()) {
      byTerm[columns.terms().find(kind.code()) + 1] = (byte) (kind.ordinal() + 1);
    }
    byTerm[0] = 0;
    byte[] kinds = new byte[flags.length];
    long[] terms = columns.pass(column);
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = terms[i] == ColumnFile.NULL ? 0 : byTerm[(int) terms[i] + 1];
    }
    return kinds;
  }
}
