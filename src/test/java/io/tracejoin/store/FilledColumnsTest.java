package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.store.CopyTarget.Column;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilledColumnsTest {

  private record Row(@Nullable String a, @Nullable Long b, @Nullable String c) {}

  private static final CopyTarget<Row> TARGET =
      new CopyTarget<>(
          "t",
          List.of(
              new Column<>("a", (out, it) -> out.text(it.a)),
              new Column<>("b", (out, it) -> out.int8(it.b)),
              new Column<>("c", (out, it) -> out.text(it.c))));

  @Test
  void leavesOutWhatNoRowFills() throws SQLException {
    List<Row> rows = List.of(new Row("x", null, null), new Row(null, null, "y"));

    assertThat(new FilledColumns<>(TARGET, rows).columns().names()).isEqualTo("a, c");
  }

  @Test
  void rowsOfNothingHaveNoColumns() throws SQLException {
    assertThat(new FilledColumns<>(TARGET, List.of()).columns().names()).isEmpty();
  }

  @Property(tries = 300)
  void writesTheOthersAsTheirTargetWould(@ForAll("rows") List<Row> rows) throws SQLException {
    FilledColumns<Row> filled = new FilledColumns<>(TARGET, rows);

    ByteArrayOutputStream written = new ByteArrayOutputStream();
    filled.write((bytes, length) -> written.write(bytes, 0, length));

    assertThat(written.toByteArray()).isEqualTo(plain(filled.columns(), rows));
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(5).injectNull(0.7);
    Arbitrary<Long> numbers = Arbitraries.longs().injectNull(0.7);
    return Combinators.combine(texts, numbers, texts).as(Row::new).list().ofMaxSize(8);
  }

  @Test
  void manyLongRowsAreWrittenPieceByPiece() throws SQLException {
    List<Row> rows =
        IntStream.range(0, 300).mapToObj(i -> new Row("x".repeat(1_000), null, "" + i)).toList();
    FilledColumns<Row> filled = new FilledColumns<>(TARGET, rows);

    ByteArrayOutputStream written = new ByteArrayOutputStream();
    int[] pieces = {0};
    filled.write(
        (bytes, length) -> {
          pieces[0]++;
          written.write(bytes, 0, length);
        });

    assertThat(pieces[0]).isGreaterThan(3);
    assertThat(written.toByteArray()).isEqualTo(plain(filled.columns(), rows));
  }

  private static byte[] plain(CopyTarget<Row> target, List<Row> values) throws SQLException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CopyRows rows = new CopyRows((bytes, length) -> out.write(bytes, 0, length));
    target.encode(rows, values);
    rows.end();
    return out.toByteArray();
  }
}
