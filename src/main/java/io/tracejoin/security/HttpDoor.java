package io.tracejoin.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ServletRequestPathUtils;

/** Lets a request in, or answers why not. On REST's port and on OTLP/HTTP's. */
final class HttpDoor extends OncePerRequestFilter {

  static final String SESSION_COOKIE = "tracejoin_session";

  private final Authenticator authenticator;
  private final BrowserOrigin origin;
  private final HttpRefusals refusals;
  private final AuditLog audit;

  HttpDoor(
      Authenticator authenticator, BrowserOrigin origin, HttpRefusals refusals, AuditLog audit) {
    this.authenticator = authenticator;
    this.origin = origin;
    this.refusals = refusals;
    this.audit = audit;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Set<Role> needed =
        AccessRules.needed(
            request.getMethod(),
            ServletRequestPathUtils.parseAndCache(request).pathWithinApplication());
    Caller caller = null;
    try {
      origin.require(request);
      if (!needed.equals(AccessRules.PUBLIC)) {
        caller = caller(request);
        require(caller, needed);
      }
    } catch (Refused refused) {
      refusals.answer(request, response, refused);
      if (caller != null) {
        audit(request, response, needed, caller);
      }
      return;
    } catch (DataAccessException away) {
      refusals.unavailable(request, response, away);
      return;
    }
    pass(request, response, chain, caller == null ? null : new Entry(caller, needed));
  }

  private record Entry(Caller caller, Set<Role> needed) {}

  private void pass(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      @Nullable Entry entry)
      throws ServletException, IOException {
    if (entry == null) {
      chain.doFilter(request, response);
      return;
    }
    SecurityContextHolder.getContext().setAuthentication(new CallerAuthentication(entry.caller));
    try {
      chain.doFilter(request, response);
    } finally {
      audit(request, response, entry.needed, entry.caller);
    }
  }

  private void audit(
      HttpServletRequest request, HttpServletResponse response, Set<Role> needed, Caller caller) {
    boolean changes = !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    if (changes && needed.equals(Set.of(Role.ADMIN))) {
      audit.record(request, response.getStatus(), caller);
    }
  }

  private @Nullable Caller caller(HttpServletRequest request) {
    return authenticator.caller(
        new Authenticator.Shown(
            request.getHeader(HttpHeaders.AUTHORIZATION),
            session(request).orElse(null),
            request.getRemoteAddr()));
  }

  private static void require(@Nullable Caller caller, Set<Role> needed) {
    if (caller == null) {
      throw new Refused(Refused.Reason.NO_TOKEN);
    }
    if (!caller.may(needed)) {
      throw new Refused(Refused.Reason.INSUFFICIENT_ROLE);
    }
  }

  static Optional<String> session(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Stream.of(cookies)
            .filter(it -> it.getName().equals(SESSION_COOKIE))
            .map(Cookie::getValue)
            .findFirst();
  }
}
