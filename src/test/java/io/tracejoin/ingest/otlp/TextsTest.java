package io.tracejoin.ingest.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TextsTest {

  @Test
  void leavesAGoodTextAsItIs() {
    assertThat(Texts.storable("größe 😀", 100)).isEqualTo("größe 😀");
  }

  @Test
  void replacesWhatCannotBeStored() {
    assertThat(Texts.storable("a\0b\uD83D", 100)).isEqualTo("a\uFFFDb\uFFFD");
    assertThat(Texts.storable("ab😀", 3)).isEqualTo("ab\uFFFD");
  }

  @Test
  void quotesNoControlCharacters() {
    assertThat(Texts.quote("a\nb\u001B[31m" + "c".repeat(200)))
        .startsWith("\"a b [31m")
        .hasSize(102);
  }

  @Property(tries = 500)
  void everyTextSurvivesUtf8(@ForAll String text) {
    String storable = Texts.storable(text, 50);

    assertThat(new String(storable.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(storable)
        .doesNotContain("\0");
  }
}
