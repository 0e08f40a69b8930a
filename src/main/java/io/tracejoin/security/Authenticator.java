package io.tracejoin.security;

import java.time.Clock;
import java.util.EnumSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells who a caller is, on whichever port. */
@Component
final class Authenticator {

  private final AccessMode mode;
  private final Tokens tokens;
  private final Sessions sessions;
  private final JwtCallers jwts;
  private final GuessingLimit guesses;
  private final RequestRate rate;
  private final Clock clock;

  Authenticator(
      AccessMode mode,
      Tokens tokens,
      Sessions sessions,
      JwtCallers jwts,
      GuessingLimit guesses,
      RequestRate rate,
      Clock clock) {
    this.mode = mode;
    this.tokens = tokens;
    this.sessions = sessions;
    this.jwts = jwts;
    this.guesses = guesses;
    this.rate = rate;
    this.clock = clock;
  }

  /**
   * What a caller shows.
   *
   * @param authorization the header, or gRPC metadata, of this name
   * @param session the cookie of a browser
   * @param address where the caller is
   */
  record Shown(@Nullable String authorization, @Nullable String session, String address) {}

  /**
   * Who this is; null where nothing is shown.
   *
   * @throws Refused if what is shown is wrong, or there is too much of it
   * @throws org.springframework.dao.DataAccessException if that cannot be told now
   */
  @Nullable Caller caller(Shown shown) {
    if (mode.open()) {
      return Caller.ANYONE;
    }
    Caller caller = ofWhatIsShown(shown);
    if (caller != null) {
      rate.require(caller);
    }
    return caller;
  }

  /**
   * Signs a browser in.
   *
   * @return the session's secret
   * @throws Refused as {@link #caller} does
   */
  String signIn(String secret, String address) {
    TokenHash hash = TokenHash.of(secret);
    ofToken(hash, address);
    return sessions.begin(hash);
  }

  private @Nullable Caller ofWhatIsShown(Shown shown) {
    if (shown.authorization != null) {
      return ofBearer(bearer(shown.authorization), shown.address);
    }
    // A session that has ended is no guess: browsers keep such cookies.
    return shown.session == null
        ? null
        : sessions.token(shown.session).map(it -> ofToken(it, shown.address)).orElse(null);
  }

  private static String bearer(String authorization) {
    if (!authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
      throw Refused.because(
          Refused.Reason.WRONG_TOKEN, "Expected Authorization: Bearer and a token.");
    }
    return authorization.substring(7).strip();
  }

  private Caller ofBearer(String bearer, String address) {
    try {
      Optional<Caller> person = jwts.find(bearer);
      return person.isPresent() ? person.get() : ofToken(TokenHash.of(bearer), address);
    } catch (JwtCallers.NotValid wrong) {
      guesses.require(address);
      guesses.guessed(address);
      throw new Refused(wrong.reason());
    }
  }

  /** One that was looked up just now is let in also from an address that others guess at. */
  private Caller ofToken(TokenHash hash, String address) {
    Token token = tokens.known(hash).orElseGet(() -> lookUp(hash, address));
    if (token.expired(clock.instant())) {
      throw new Refused(Refused.Reason.EXPIRED_TOKEN);
    }
    tokens.used(token);
    return new Caller("token " + hash.hex(), token.name(), EnumSet.of(token.role()));
  }

  private Token lookUp(TokenHash hash, String address) {
    guesses.require(address);
    return tokens
        .find(hash)
        .orElseGet(
            () -> {
              guesses.guessed(address);
              throw new Refused(Refused.Reason.WRONG_TOKEN);
            });
  }
}
