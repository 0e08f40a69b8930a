package io.tracejoin.ingest.client;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of numbers, each of which may be missing. */
final class LongColumn {

  private static final long NONE = Long.MIN_VALUE;

  private long[] values = new long[16];
  private int size;

  void add(@Nullable Long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value == null ? NONE : value;
  }

  int size() {
    return size;
  }

  /** The value of a row; null where it has none, or the column is shorter. */
  @Nullable Long at(int row) {
    return row >= size || values[row] == NONE ? null : (Long) values[row];
  }

  /** The value of a row if it is above 0: tools write a 0 for what was not measured. */
  @Nullable Long measured(int row) {
    Long value = at(row);
    return value == null || value <= 0 ? null : value;
  }

  /** The least value; null where there is none. */
  @Nullable Long least() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < size; i++) {
      least = values[i] == NONE ? least : Math.min(least, values[i]);
    }
    return least == Long.MAX_VALUE ? null : (Long) least;
  }
}
