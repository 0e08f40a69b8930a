package io.tracejoin.store;

import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;
import org.springframework.jdbc.core.PreparedStatementSetter;

/** Arrays as parameters and results: a whole batch is one statement. */
final class SqlArray {

  private static final int UUID_BYTES = 16;
  private static final int ELEMENT_BYTES = Integer.BYTES + UUID_BYTES;
  private static final int HEADER_BYTES = 5 * Integer.BYTES;

  private SqlArray() {}

  /** In binary: the driver would write each as an escaped text. */
  static void setUuids(PreparedStatement statement, int index, Collection<UUID> values)
      throws SQLException {
    BaseConnection connection = statement.getConnection().unwrap(BaseConnection.class);
    statement.setArray(index, new PgArray(connection, Oid.UUID_ARRAY, bytes(values)));
  }

  /** The two parameters of a statement: keys, and a limit. */
  static PreparedStatementSetter uuidsAndNumber(Collection<UUID> values, int number) {
    return statement -> {
      setUuids(statement, 1, values);
      statement.setInt(2, number);
    };
  }

  private static byte[] bytes(Collection<UUID> values) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + values.size() * ELEMENT_BYTES);
    bytes.putInt(values.isEmpty() ? 0 : 1); // dimensions
    bytes.putInt(0); // has no nulls
    bytes.putInt(Oid.UUID);
    if (!values.isEmpty()) {
      bytes.putInt(values.size());
      bytes.putInt(1); // lower bound
    }
    for (UUID value : values) {
      bytes.putInt(UUID_BYTES);
      bytes.putLong(value.getMostSignificantBits());
      bytes.putLong(value.getLeastSignificantBits());
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
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

  /** Of a column that is {@code array_send(...)} of an array without nulls. */
  static List<UUID> uuids(ResultSet row, int index) throws SQLException {
    ByteBuffer bytes = ByteBuffer.wrap(Objects.requireNonNull(row.getBytes(index)));
    if (bytes.getInt() == 0) {
      return List.of();
    }
    bytes.position(HEADER_BYTES);
    List<UUID> values = new ArrayList<>(bytes.remaining() / ELEMENT_BYTES);
    while (bytes.hasRemaining()) {
      bytes.getInt();
      values.add(new UUID(bytes.getLong(), bytes.getLong()));
    }
    return values;
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
