package io.tracejoin.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Tokens of the settings and of the mounted file. */
@Component
final class ConfiguredTokens {

  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredTokens.class);

  private record Version(FileTime changed, long size) {}

  private final Map<TokenHash, Token> bootstrap = new LinkedHashMap<>();
  private final @Nullable Path file;
  private @Nullable Version version;
  private volatile Map<TokenHash, Token> filed = Map.of();

  /**
   * @throws IllegalArgumentException or {@link UncheckedIOException} if the file is not readable: a
   *     service that nobody can enter, or the wrong ones, must not start
   */
  ConfiguredTokens(SecurityProperties properties) {
    String token = properties.bootstrapToken();
    if (token != null) {
      bootstrap.put(TokenHash.of(token), new Token(null, "bootstrap", Role.ADMIN, null));
    }
    file = properties.tokensFile();
    if (file != null) {
      try {
        load(file);
      } catch (IOException e) {
        throw new UncheckedIOException("tracejoin.security.tokens-file: " + file, e);
      }
    }
  }

  /** Compares with every token, so that the time says nothing of how far one matches. */
  Optional<Token> find(TokenHash hash) {
    Token found = null;
    for (Map<TokenHash, Token> tokens : java.util.List.of(bootstrap, filed)) {
      for (Map.Entry<TokenHash, Token> known : tokens.entrySet()) {
        found = known.getKey().matches(hash) ? known.getValue() : found;
      }
    }
    return Optional.ofNullable(found);
  }

  /** A file that became unreadable leaves its tokens as they were. */
  @Scheduled(fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
  void refresh() {
    Path known = file;
    if (known != null) {
      try {
        load(known);
      } catch (IOException | IllegalArgumentException e) {
        LOG.warn("the tokens of the file stay as they are: {}", e.toString());
      }
    }
  }

  private synchronized void load(Path known) throws IOException {
    Version now = new Version(Files.getLastModifiedTime(known), Files.size(known));
    if (!now.equals(version)) {
      filed = TokensFile.read(known);
      version = now;
      LOG.info("{} tokens read from {}", filed.size(), known);
    }
  }
}
