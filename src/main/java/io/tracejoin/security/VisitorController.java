package io.tracejoin.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Tells a page who reads it: the cookie of the session cannot be seen by its scripts. */
@RestController
final class VisitorController {

  private static final String PREFIX = "ROLE_";

  /** Who asks, and whether there is a session to be ended. */
  @GetMapping("/api/v1/visitor")
  Visitor visitor(HttpServletRequest request) {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    String name = caller == null ? Caller.ANYONE.name() : caller.getName();
    return new Visitor(name, roles(caller), signedIn(request, name));
  }

  private static boolean signedIn(HttpServletRequest request, String name) {
    return !name.equals(Caller.ANYONE.name())
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && HttpDoor.session(request).isPresent();
  }

  private static List<String> roles(@Nullable Authentication caller) {
    return caller == null
        ? List.of()
        : caller.getAuthorities().stream()
            .map(GrantedAuthority::getAuthority)
            .map(it -> String.valueOf(it).replace(PREFIX, "").toLowerCase(Locale.ROOT))
            .sorted()
            .toList();
  }

  /**
   * Who asks.
   *
   * @param name of the token, or {@code anyone} where the service is open
   * @param roles what he may do, by the names of the roles
   * @param signedIn whether a session of this browser let him in
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Visitor(String name, List<String> roles, boolean signedIn) {}
}
