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
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JsonDocumentsTest {

  @Test
  void findsALineEach() {
    assertThat(documents("{\"a\":1}\r\n\n{\"a\":\"}\\\"{\"}\n"))
        .containsExactly("1 OBJECT {\"a\":1}", "3 OBJECT {\"a\":\"}\\\"{\"}");
  }

  @Test
  void findsElementsOfAnArrayHoweverItIsBroken() {
    assertThat(documents(" [ {\"a\":[1,{}]},{\"b\":2}\n,\n{\"c\":3} ] "))
        .containsExactly("1 OBJECT {\"a\":[1,{}]}", "1 OBJECT {\"b\":2}", "3 OBJECT {\"c\":3}");
  }

  @Test
  void findsObjectsOverSeveralLinesAndSeveralOnOne() {
    assertThat(documents("{\n \"a\": [\n  {\n}\n ]\n}\n{\"b\":1}{\"c\":1} {\"d\":1}"))
        .containsExactly(
            "1 OBJECT {\n \"a\": [\n  {\n}\n ]\n}",
            "7 OBJECT {\"b\":1}",
            "7 OBJECT {\"c\":1}",
            "7 OBJECT {\"d\":1}");
  }

  @Test
  void toleratesAByteOrderMark() {
    assertThat(documents("\ufeff{\"a\":1}")).containsExactly("1 OBJECT {\"a\":1}");
  }

  @Test
  void tellsTextFromArrays() {
    assertThat(documents("[info] started\n{\"a\":1}\n"))
        .containsExactly("1 TEXT [info] started", "2 OBJECT {\"a\":1}");
    assertThat(documents("[]\n[\n]\n[{}]")).containsExactly("4 OBJECT {}");
  }

  @Test
  void losesOnlyTheLineOfAnUnclosedObject() {
    assertThat(documents("{\"a\":1}\n{\"b\":[1,\n{\"c\":1}\n{\"d\":\"x\n{\"e\":1}\n"))
        .containsExactly(
            "1 OBJECT {\"a\":1}",
            "2 BROKEN",
            "3 OBJECT {\"c\":1}",
            "4 BROKEN",
            "5 OBJECT {\"e\":1}");
  }

  @Test
  void losesOnlyTheFirstLineIfThatIsUnclosed() {
    assertThat(documents("{\"a\":1,\n{\"b\":1}\n{\"c\":1}\n"))
        .containsExactly("1 BROKEN", "2 OBJECT {\"b\":1}", "3 OBJECT {\"c\":1}");
  }

  @Test
  void resynchronisesInAnArrayOfOneLine() {
    assertThat(documents("[{\"a\":1},{\"b\":1,{\"c\":1},{\"d\":1}]"))
        .containsExactly(
            "1 OBJECT {\"a\":1}", "1 BROKEN", "1 OBJECT {\"c\":1}", "1 OBJECT {\"d\":1}");
  }

  @Test
  void resynchronisesAfterABrokenObjectOfSeveralLines() {
    assertThat(documents("{\n \"a\": \"x\n}\n{\n \"b\": 1\n}\n"))
        .containsExactly("1 BROKEN", "4 OBJECT {\n \"b\": 1\n}");
  }

  @Test
  void skipsWhatIsTooLongAndGoesOn() {
    String longText = "x".repeat(3000);
    assertThat(documents("{\"a\":\"" + longText + "\"}\n" + longText + "\n{\"b\":1}\n", 1000))
        .containsExactly("1 TOO_LONG", "2 TOO_LONG", "3 OBJECT {\"b\":1}");
    assertThat(documents("[{\"a\":\"" + longText + "\"},{\"b\":1}]", 1000))
        .containsExactly("1 TOO_LONG", "1 OBJECT {\"b\":1}");
  }

  @Test
  void saysThatNothingWasReadBehindAnObjectThatNeverCloses() {
    String rest = "{\"b\":1},".repeat(500);
    assertThat(documents("[{\"a\":\"x},{\"c\":\"y\",\"d\":" + rest + "{}]", 1000))
        .containsExactly("1 UNCLOSED");
  }

  @Test
  void noticesACutObject() {
    assertThat(documents("{\"a\":1}\n{\"b\"")).containsExactly("1 OBJECT {\"a\":1}", "2 CUT");
    assertThat(documents("{\"a\":1}\n{\"b\":\"x")).containsExactly("1 OBJECT {\"a\":1}", "2 CUT");
  }

  @Test
  void givesEveryDocumentItsOwnPosition() {
    var documents = new JsonDocuments(Collected.stream("[{},{},{}\n,\n\n\n{}]"), 100);
    List<Long> positions = new ArrayList<>();
    while (documents.next() != JsonDocuments.Kind.END) {
      positions.add(documents.position());
    }
    assertThat(positions).containsExactly(1L, 2L, 3L, 5L);
  }

  @Property(tries = 300)
  void findsTheSameWhateverTheReadsAndTheLayout(
      @ForAll("objects") List<String> objects, @ForAll @IntRange(min = 1, max = 7) int read) {
    String lines = String.join("\n", objects) + "\n";
    String array = "[" + String.join(" ,", objects) + "]";
    assertThat(texts(new Dripping(lines, read))).isEqualTo(objects);
    assertThat(texts(new Dripping(array, read))).isEqualTo(objects);
  }

  @Provide
  Arbitrary<List<String>> objects() {
    Arbitrary<String> scalar =
        Arbitraries.of("1", "\"\"", "\"{[\"", "\"\\\\\"", "\"\\\"}\"", "null");
    Arbitrary<String> value =
        Arbitraries.lazyOf(
            () -> scalar,
            () -> scalar.list().ofMaxSize(3).map(l -> "[" + String.join(",", l) + "]"));
    return value
        .list()
        .ofMaxSize(3)
        .map(l -> "{" + String.join(",", l.stream().map(v -> "\"k\":" + v).toList()) + "}")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  private static List<String> texts(InputStream in) {
    var documents = new JsonDocuments(in, 1000);
    List<String> found = new ArrayList<>();
    while (documents.next() == JsonDocuments.Kind.OBJECT) {
      found.add(text(documents));
    }
    return found;
  }

  private static List<String> documents(String body) {
    return documents(body, 1 << 20);
  }

  private static List<String> documents(String body, int max) {
    var documents = new JsonDocuments(Collected.stream(body), max);
    List<String> found = new ArrayList<>();
    JsonDocuments.Kind kind = documents.next();
    while (kind != JsonDocuments.Kind.END) {
      boolean whole = kind == JsonDocuments.Kind.OBJECT || kind == JsonDocuments.Kind.TEXT;
      found.add(documents.line() + " " + kind + (whole ? " " + text(documents) : ""));
      kind = documents.next();
    }
    return found;
  }

  private static String text(JsonDocuments documents) {
    return new String(
        documents.bytes(), documents.offset(), documents.length(), StandardCharsets.UTF_8);
  }

  /** Gives a few bytes at a time. */
  private static final class Dripping extends ByteArrayInputStream {

    private final int most;

    Dripping(String text, int most) {
      super(text.getBytes(StandardCharsets.UTF_8));
      this.most = most;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int length) {
      return super.read(target, offset, Math.min(length, most));
    }
  }
}
