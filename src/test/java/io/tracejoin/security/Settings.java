package io.tracejoin.security;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings as shipped, but for what a test is about. */
final class Settings {

  private static final SecurityProperties.Jwt JWT =
      new SecurityProperties.Jwt("roles", "tracejoin-");

  private Settings() {}

  static SecurityProperties guesses(int most, Duration lockOut) {
    return of(null, null, most, lockOut, 1000);
  }

  static SecurityProperties rate(int perSecond) {
    return of(null, null, 10, Duration.ofMinutes(1), perSecond);
  }

  static SecurityProperties tokens(@Nullable String bootstrap, @Nullable Path file) {
    return of(bootstrap, file, 10, Duration.ofMinutes(1), 1000);
  }

  private static SecurityProperties of(
      @Nullable String bootstrap,
      @Nullable Path file,
      int guesses,
      Duration lockOut,
      int perSecond) {
    return new SecurityProperties(
        null,
        bootstrap,
        file,
        Duration.ofSeconds(10),
        Duration.ofHours(12),
        guesses,
        lockOut,
        perSecond,
        JWT);
  }
}
