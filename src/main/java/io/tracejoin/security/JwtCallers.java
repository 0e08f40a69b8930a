package io.tracejoin.security;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;

/** People with a JWT of the configured issuer. */
@Component
final class JwtCallers {

  /** A JWT that is not taken. */
  static final class NotValid extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final Refused.Reason reason;

    private NotValid(Refused.Reason reason) {
      super(reason.code(), null, false, false);
      this.reason = reason;
    }

    Refused.Reason reason() {
      return reason;
    }
  }

  private final @Nullable JwtDecoder decoder;
  private final SecurityProperties.Jwt claims;

  JwtCallers(ObjectProvider<JwtDecoder> decoder, SecurityProperties properties) {
    this.decoder = decoder.getIfAvailable();
    this.claims = properties.jwt();
  }

  /**
   * Who this JWT is of; empty where none is taken, or this is none.
   *
   * @throws NotValid if it is one that is not taken
   * @throws TransientDataAccessResourceException if the issuer's keys cannot be had now
   */
  Optional<Caller> find(String bearer) {
    JwtDecoder configured = decoder;
    if (configured == null || bearer.chars().filter(it -> it == '.').count() != 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(caller(configured.decode(bearer)));
    } catch (BadJwtException e) {
      throw new NotValid(reason(e));
    } catch (JwtException e) {
      throw new TransientDataAccessResourceException("no keys to check a JWT with", e);
    }
  }

  private static Refused.Reason reason(BadJwtException e) {
    return String.valueOf(e.getMessage()).contains("expired")
        ? Refused.Reason.EXPIRED_TOKEN
        : Refused.Reason.WRONG_TOKEN;
  }

  private Caller caller(Jwt jwt) {
    String subject = String.valueOf(jwt.getSubject());
    String name = jwt.getClaimAsString("preferred_username");
    return new Caller("jwt " + subject, name == null ? subject : name, roles(jwt));
  }

  private Set<Role> roles(Jwt jwt) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String role : texts(claim(jwt.getClaims()))) {
      if (role.startsWith(claims.rolePrefix())) {
        Role.parse(role.substring(claims.rolePrefix().length())).ifPresent(roles::add);
      }
    }
    return roles;
  }

  private @Nullable Object claim(Map<String, Object> all) {
    Object found = all.get(claims.rolesClaim());
    if (found != null) {
      return found;
    }
    found = all;
    for (String step : claims.rolesClaim().split("\\.")) {
      found = found instanceof Map<?, ?> object ? object.get(step) : null;
    }
    return found;
  }

  private static Collection<String> texts(@Nullable Object claim) {
    return claim instanceof Collection<?> list
        ? list.stream().map(String::valueOf).toList()
        : claim instanceof String text ? List.of(text.split(" ")) : List.of();
  }
}
