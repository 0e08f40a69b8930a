package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredTokensTest {

  private static final String SECRET = "0123456789012345678901234567890123";

  @TempDir Path directory;

  @Test
  void aFileHoldsTokensAndHashesOfTokens() throws IOException {
    ConfiguredTokens tokens =
        of(
            """
            # the gateway's exporter
            exporter ingest %s

            people read sha256:%s 2030-01-01T00:00:00Z
            """
                .formatted(SECRET, TokenHash.of("another").hex()));

    assertThat(tokens.find(TokenHash.of(SECRET)))
        .hasValue(new Token(null, "exporter", Role.INGEST, null));
    assertThat(tokens.find(TokenHash.of("another")))
        .hasValue(new Token(null, "people", Role.READ, Instant.parse("2030-01-01T00:00:00Z")));
    assertThat(tokens.find(TokenHash.of("a third"))).isEmpty();
  }

  @Test
  void theBootstrapTokenIsAnAdministrators() {
    ConfiguredTokens tokens = new ConfiguredTokens(Settings.tokens(SECRET, null));

    assertThat(tokens.find(TokenHash.of(SECRET)).orElseThrow().role()).isEqualTo(Role.ADMIN);
    assertThat(Settings.tokens(SECRET, null).toString()).doesNotContain(SECRET);
  }

  @Test
  void aBlankSettingIsNone() {
    assertThat(new ConfiguredTokens(Settings.tokens(" ", Path.of(""))).find(TokenHash.of(" ")))
        .isEmpty();
    assertThatThrownBy(() -> Settings.tokens("short", null))
        .hasMessageContaining("bootstrap-token");
  }

  @ParameterizedTest
  @CsvSource({
    "exporter ingest, expected NAME ROLE TOKEN",
    "exporter root 0123456789012345678901234567890123, expected the role",
    "exporter ingest secret, 32 characters",
    "exporter ingest sha256:12, 64 lower-case hex digits",
    "exporter ingest 0123456789012345678901234567890123 tomorrow, expected the expiry"
  })
  void aLineThatMakesNoSenseStopsTheStartWithItsPlace(String line, String reason) {
    assertThatThrownBy(() -> of("# tokens\n" + line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tokens:2")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("0123456789");
  }

  @Test
  void aFileThatIsNotThereStopsTheStart() {
    assertThatThrownBy(
            () -> new ConfiguredTokens(Settings.tokens(null, directory.resolve("missing"))))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aFileThatWasBrokenLaterLeavesTheTokensAsTheyWere() throws IOException {
    ConfiguredTokens tokens = of("exporter ingest " + SECRET);

    write("what is this");
    tokens.refresh();
    assertThat(tokens.find(TokenHash.of(SECRET))).isPresent();

    write("# nobody any more, on purpose");
    tokens.refresh();
    assertThat(tokens.find(TokenHash.of(SECRET))).isEmpty();
  }

  private ConfiguredTokens of(String text) throws IOException {
    return new ConfiguredTokens(Settings.tokens(null, write(text)));
  }

  private Path write(String text) throws IOException {
    Path file = directory.resolve("tokens");
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(text.length() * 1000L));
    return file;
  }
}
