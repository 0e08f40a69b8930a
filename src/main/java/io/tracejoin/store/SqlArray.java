package io.tracejoin.store;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Arrays as parameters and results: a whole batch is one statement. */
final class SqlArray {

  private SqlArray() {}

  static void setUuids(PreparedStatement statement, int index, Collection<UUID> values)
      throws SQLException {
    set(statement, index, "uuid", values);
  }

  static void setTexts(PreparedStatement statement, int index, Collection<String> values)
      throws SQLException {
    set(statement, index, "text", values);
  }

  /** Of each value its text, which may be null and holds no NUL. */
  static <T> void setNullableTexts(
      PreparedStatement statement,
      int index,
      Collection<T> values,
      Function<? super T, @Nullable String> text)
      throws SQLException {
    Object[] texts =
        values.stream()
            .map(text)
            .map(it -> it == null ? null : CopyRows.storable(it))
            .toArray(String[]::new);
    statement.setArray(index, statement.getConnection().createArrayOf("text", texts));
  }

  static void setInts(PreparedStatement statement, int index, Collection<Integer> values)
      throws SQLException {
    set(statement, index, "int4", values);
  }

  static void setLongs(PreparedStatement statement, int index, long[] values) throws SQLException {
    set(statement, index, "int8", Arrays.stream(values).boxed().toList());
  }

  static List<UUID> uuids(ResultSet row, int index) throws SQLException {
    return List.of((UUID[]) row.getArray(index).getArray());
  }

  /** The texts; none where the column is null. */
  static List<String> texts(ResultSet row, int index) throws SQLException {
    @Nullable Array array = row.getArray(index);
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  private static void set(PreparedStatement statement, int index, String type, Collection<?> values)
      throws SQLException {
    statement.setArray(index, statement.getConnection().createArrayOf(type, values.toArray()));
  }
}
