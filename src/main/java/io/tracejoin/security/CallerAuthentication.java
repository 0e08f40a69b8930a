package io.tracejoin.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A caller in Spring Security's terms. */
final class CallerAuthentication extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;
  private final transient Caller caller;

  CallerAuthentication(Caller caller) {
    super(
        caller.roles().stream()
            .map(it -> new SimpleGrantedAuthority("ROLE_" + it.name()))
            .toList());
    this.caller = caller;
    setAuthenticated(true);
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  /** The name. */
  @Override
  public Object getPrincipal() {
    return caller.name();
  }
}
