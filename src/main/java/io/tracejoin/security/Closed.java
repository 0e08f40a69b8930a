package io.tracejoin.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** Reads from the settings alone whether the service asks for tokens. */
final class Closed {

  static final String OPEN = "tracejoin.security.open";

  /** Each of these says who may come in, so that nobody else may. */
  private static final List<String> CREDENTIALS =
      List.of(
          "tracejoin.security.bootstrap-token",
          "tracejoin.security.tokens-file",
          "spring.security.oauth2.resourceserver.jwt.issuer-uri",
          "spring.security.oauth2.resourceserver.jwt.jwk-set-uri",
          "spring.security.oauth2.resourceserver.jwt.public-key-location");

  private Closed() {}

  /** True: closed; false: open; null: as long as no token is stored, open on loopback. */
  static @Nullable Boolean declared(Environment environment) {
    String open = environment.getProperty(OPEN);
    if (open != null && !open.isBlank()) {
      return !Boolean.parseBoolean(open);
    }
    return CREDENTIALS.stream().anyMatch(it -> given(environment, it)) ? true : null;
  }

  private static boolean given(Environment environment, String property) {
    String value = environment.getProperty(property);
    return value != null && !value.isBlank();
  }
}
