package io.tracejoin.security;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** The one chain before both HTTP ports. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

  /**
   * Who may do what is decided by {@link HttpDoor} alone. Sessions, logins and CSRF tokens of the
   * framework's own are off: they live in one process's memory.
   */
  @Bean
  SecurityFilterChain doors(
      HttpSecurity http,
      Authenticator authenticator,
      BrowserOrigin origin,
      HttpRefusals refusals,
      AuditLog audit) {
    return http.csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .headers(
            it ->
                it.cacheControl(cache -> cache.disable())
                    .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER)))
        .addFilterBefore(
            new HttpDoor(authenticator, origin, refusals, audit), AuthorizationFilter.class)
        .authorizeHttpRequests(it -> it.anyRequest().permitAll())
        .build();
  }

  @Bean
  HttpFirewall firewall() {
    return PlainText.firewall();
  }

  @Bean
  RequestRejectedHandler urlsInDisguise(HttpRefusals refusals) {
    return (request, response, rejected) -> refusals.malformed(request, response);
  }

  /** Keeps the framework from making a user of its own, whose password it would log. */
  @Bean
  AuthenticationManager noOtherCredentials() {
    return authentication -> {
      throw new AuthenticationException("only tokens are taken") {
        private static final long serialVersionUID = 1L;
      };
    };
  }
}
