package io.tracejoin.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Browsers sign in with a token, for a cookie that scripts and other sites cannot use. */
@RestController
final class SignInController {

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Sign in - Tracejoin</title>
      <link rel="stylesheet" href="/sign-in.css">
      </head>
      <body>
      <main>
      <h1>Tracejoin</h1>
      <form method="post" action="/sign-in">
      <label for="token">Token</label>
      <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
      <input name="next" type="hidden" value="%s">
      <p role="alert">%s</p>
      <button>Sign in</button>
      </form>
      </main>
      </body>
      </html>
      """;

  private final Authenticator authenticator;
  private final Sessions sessions;
  private final SecurityProperties properties;

  SignInController(Authenticator authenticator, Sessions sessions, SecurityProperties properties) {
    this.authenticator = authenticator;
    this.sessions = sessions;
    this.properties = properties;
  }

  @GetMapping("/sign-in")
  ResponseEntity<String> form(@RequestParam(defaultValue = "/") String next) {
    return page(HttpStatus.OK, next, "");
  }

  /** Answers with the page that was asked for, or with the form and what is wrong. */
  @PostMapping(path = "/sign-in", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  ResponseEntity<String> signIn(
      @RequestParam(defaultValue = "") String token,
      @RequestParam(defaultValue = "/") String next,
      HttpServletRequest request) {
    try {
      String session = authenticator.signIn(token.strip(), request.getRemoteAddr());
      return to(local(next), cookie(session, properties.sessionLife(), request));
    } catch (Refused refused) {
      return page(HttpStatus.valueOf(refused.httpStatus()), next, refused.detail());
    }
  }

  /** Ends the session of this browser. */
  @PostMapping("/sign-out")
  ResponseEntity<String> signOut(HttpServletRequest request) {
    HttpDoor.session(request).ifPresent(sessions::end);
    return to("/sign-in", cookie("", Duration.ZERO, request));
  }

  private static ResponseEntity<String> page(HttpStatus status, String next, String message) {
    return ResponseEntity.status(status)
        .contentType(MediaType.TEXT_HTML)
        .cacheControl(CacheControl.noStore())
        .body(PAGE.formatted(HtmlUtils.htmlEscape(local(next)), HtmlUtils.htmlEscape(message)));
  }

  private static ResponseEntity<String> to(String place, @Nullable ResponseCookie cookie) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(URI.create(place))
        .header(HttpHeaders.SET_COOKIE, String.valueOf(cookie))
        .build();
  }

  private static ResponseCookie cookie(String value, Duration life, HttpServletRequest request) {
    return ResponseCookie.from(HttpDoor.SESSION_COOKIE, value)
        .httpOnly(true)
        .secure(request.isSecure())
        .sameSite("Strict")
        .path("/")
        .maxAge(life)
        .build();
  }

  /** A path of this service: nobody is sent elsewhere from here. */
  private static String local(String next) {
    try {
      boolean path = next.startsWith("/") && !next.startsWith("//") && !next.contains("\\");
      return path && URI.create(next).getRawAuthority() == null ? next : "/";
    } catch (IllegalArgumentException e) {
      return "/";
    }
  }
}
