package io.tracejoin.web;

import io.tracejoin.security.AuditLog;
import io.tracejoin.security.Role;
import io.tracejoin.security.TokenStore.Stored;
import io.tracejoin.security.Tokens;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Tokens: make, list, revoke. */
@RestController
@RequestMapping("/api/v1/tokens")
final class TokenController {

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N} ._@/-]{1,100}");

  private final Tokens tokens;

  TokenController(Tokens tokens) {
    this.tokens = tokens;
  }

  @GetMapping
  ListOfTokens all() {
    return new ListOfTokens(tokens.all().stream().map(it -> answer(it, null)).toList());
  }

  /** The answer holds the token itself: this once, and never again. */
  @PostMapping
  ResponseEntity<TokenAnswer> make(
      @RequestBody JsonNode body, @Nullable Principal caller, HttpServletRequest request) {
    String name = body.path("name").asString("");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name: expected 1 to 100 letters, digits, blanks and ._@/-");
    }
    Tokens.Issued issued =
        tokens.issue(name, role(body), expiry(body), caller == null ? "anyone" : caller.getName());
    Stored stored = issued.stored();
    AuditLog.detail(
        request,
        "token %d '%s', role %s"
            .formatted(stored.token().id(), name, stored.token().role().code()));
    return ResponseEntity.status(HttpStatus.CREATED)
        .cacheControl(CacheControl.noStore())
        .body(answer(stored, issued.secret()));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable int id, HttpServletRequest request) {
    String name =
        tokens
            .revoke(id)
            .orElseThrow(() -> new NotFound("unknown-token", "There is no token " + id + "."))
            .name();
    AuditLog.detail(request, "token " + id + " '" + name + "'");
  }

  private static Role role(JsonNode body) {
    return Role.parse(body.path("role").asString(""))
        .orElseThrow(() -> new IllegalArgumentException("role: expected ingest, read or admin"));
  }

  private static @Nullable Instant expiry(JsonNode body) {
    JsonNode expiry = body.path("expires_at");
    if (expiry.isMissingNode() || expiry.isNull()) {
      return null;
    }
    try {
      return Instant.parse(expiry.asString(""));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "expires_at: expected a time as 2027-01-31T00:00:00Z, or null", e);
    }
  }

  private static TokenAnswer answer(Stored stored, @Nullable String secret) {
    return new TokenAnswer(
        stored.token().id(),
        stored.token().name(),
        stored.token().role().code(),
        stored.createdAt(),
        stored.createdBy(),
        stored.token().expiresAt(),
        stored.lastUsedAt(),
        secret);
  }

  /** All tokens that were made here and not revoked, the newest first. */
  record ListOfTokens(List<TokenAnswer> tokens) {}

  /**
   * A token.
   *
   * @param lastUsedAt to the minute; null: never
   * @param token the secret, in the answer that made it; else null
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record TokenAnswer(
      @Nullable Integer id,
      String name,
      String role,
      Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Nullable String token) {}
}
