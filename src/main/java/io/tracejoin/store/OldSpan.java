package io.tracejoin.store;

import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the row of a span has that was stored before shapes were, or by a replica of an older
 * version.
 *
 * @param nameId null where the row has the name itself
 */
record OldSpan(@Nullable Integer nameId, int scopeId, int flags, int kind, int status) {

  /** From an array of the five numbers. */
  static OldSpan read(ResultSet row, int column) throws SQLException {
    Integer[] numbers = (Integer[]) row.getArray(column).getArray();
    return new OldSpan(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
  }

  void addTerms(Set<Integer> terms) {
    if (nameId != null) {
      terms.add(nameId);
    }
    terms.add(scopeId);
  }

  /** The same as a shape without attributes; the terms are loaded. */
  SpanShape shape(Terms terms) {
    return new SpanShape(
        nameId == null ? null : terms.text(nameId),
        terms.text(scopeId),
        SpanKind.of(kind),
        SpanStatus.of(status),
        flags,
        Map.of());
  }
}
