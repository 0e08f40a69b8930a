package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CsvRowsTest {

  @Test
  void readsFieldsQuotedAndPlain() {
    assertThat(rows("a,,\"b,\"\"c\"\"\"\n\"x\ny\",z\n"))
        .containsExactly("1 ROW [a, , b,\"c\"]", "2 ROW [x\ny, z]");
  }

  @Test
  void knowsWindowsLineEndsEmptyLinesAndAByteOrderMark() {
    assertThat(rows("\ufeffa,b\r\n\r\n\n\"c\",d\r\n"))
        .containsExactly("1 ROW [a, b]", "4 ROW [c, d]");
  }

  @Test
  void aRowWithoutItsLineEndIsCut() {
    assertThat(rows("a,b\nc,d")).containsExactly("1 ROW [a, b]", "2 CUT");
    assertThat(rows("a,b\nc,\"d")).containsExactly("1 ROW [a, b]", "2 CUT");
    assertThat(rows("")).isEmpty();
  }

  @Test
  void aMissingQuoteCostsItsLineAlone() {
    assertThat(rows("a,\"b\nc,d\ne,\"f\"\n"))
        .containsExactly("1 BROKEN", "2 ROW [c, d]", "3 ROW [e, f]");
    assertThat(rows("a,\"b\nc,d\n")).containsExactly("1 BROKEN", "2 ROW [c, d]");
    assertThat(rows("a,\"b\"x\nc,d\n")).containsExactly("1 BROKEN", "2 ROW [c, d]");
  }

  @Test
  void aRowThatIsTooLongCostsItselfAlone() {
    String longer = "y".repeat(200);
    assertThat(rows("a,b\n" + longer + "," + longer + "\nc,d\n"))
        .containsExactly("1 ROW [a, b]", "2 TOO_LONG", "3 ROW [c, d]");
    assertThat(rows("a,\"" + longer + "\nc,d\n")).contains("1 TOO_LONG", "2 ROW [c, d]");
    assertThat(rows("a,\"b\n" + "c,d\n".repeat(40))).startsWith("1 TOO_LONG", "2 ROW [c, d]");
  }

  @Property
  void readsBackWhateverWasWrittenHoweverTheBytesCome(
      @ForAll("tables") List<List<String>> table, @ForAll int seed) {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    long line = 1;
    for (List<String> row : table) {
      expected.add(line + " ROW " + row);
      text.append(String.join(",", row.stream().map(CsvRowsTest::quoted).toList())).append('\n');
      line += 1 + row.stream().flatMapToInt(String::chars).filter(c -> c == '\n').count();
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    assertThat(rows(new Dribble(bytes, seed), 1_000)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<List<List<String>>> tables() {
    return Arbitraries.strings()
        .withChars("ab,\"\nü ")
        .ofMaxLength(8)
        .list()
        .ofMinSize(2)
        .ofMaxSize(5)
        .list()
        .ofMaxSize(20);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static List<String> rows(String text) {
    return rows(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 100);
  }

  private static List<String> rows(InputStream in, int max) {
    var rows = new CsvRows(in, max);
    List<String> found = new ArrayList<>();
    for (CsvRows.Kind kind = rows.next(); kind != CsvRows.Kind.END; kind = rows.next()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; kind == CsvRows.Kind.ROW && i < rows.fields(); i++) {
        fields.add(rows.text(i));
      }
      found.add(rows.line() + " " + kind + (fields.isEmpty() ? "" : " " + fields));
    }
    return found;
  }

  /** A stream that gives a few bytes at a time. */
  private static final class Dribble extends ByteArrayInputStream {

    private final int seed;

    Dribble(byte[] bytes, int seed) {
      super(bytes);
      this.seed = seed;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int length) {
      return super.read(target, offset, Math.min(length, 1 + Math.floorMod(seed + pos * 31, 7)));
    }
  }
}
