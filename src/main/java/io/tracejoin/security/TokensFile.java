package io.tracejoin.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of tokens: a line each, {@code NAME ROLE TOKEN [EXPIRES]}, apart by blanks. The token may
 * stand there as {@code sha256:} with 64 hex digits. Empty lines and those with {@code #} are
 * skipped.
 */
final class TokensFile {

  private static final String HASHED = "sha256:";
  private static final int LEAST_LENGTH = 32;

  private TokensFile() {}

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException with the line and the reason, never with a token
   * @throws IOException if it cannot be read
   */
  static Map<TokenHash, Token> read(Path file) throws IOException {
    Map<TokenHash, Token> tokens = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(file);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(tokens, file + ":" + number, line.split("\\s+"));
      }
    }
    return tokens;
  }

  private static void add(Map<TokenHash, Token> tokens, String place, String[] words) {
    if (words.length < 3 || words.length > 4) {
      throw wrong(place, "expected NAME ROLE TOKEN [EXPIRES]");
    }
    Role role =
        Role.parse(words[1])
            .orElseThrow(() -> wrong(place, "expected the role ingest, read or admin"));
    Token token = new Token(null, words[0], role, words.length < 4 ? null : time(place, words[3]));
    if (tokens.put(hash(place, words[2]), token) != null) {
      throw wrong(place, "the token stands there twice");
    }
  }

  private static TokenHash hash(String place, String text) {
    if (text.startsWith(HASHED)) {
      try {
        return new TokenHash(text.substring(HASHED.length()));
      } catch (IllegalArgumentException e) {
        throw wrong(place, String.valueOf(e.getMessage()));
      }
    }
    if (text.length() < LEAST_LENGTH) {
      throw wrong(place, "expected a token of " + LEAST_LENGTH + " characters or more");
    }
    return TokenHash.of(text);
  }

  private static Instant time(String place, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw wrong(place, "expected the expiry as 2027-01-31T00:00:00Z");
    }
  }

  private static IllegalArgumentException wrong(String place, String reason) {
    return new IllegalArgumentException(place + ": " + reason);
  }
}
