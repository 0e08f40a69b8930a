package io.tracejoin.security;

import static io.tracejoin.security.Role.ADMIN;
import static io.tracejoin.security.Role.INGEST;
import static io.tracejoin.security.Role.READ;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Which request needs which role. What no line names is read with {@code read} and changed with
 * {@code admin}: a new way in is closed until a line opens it.
 */
final class AccessRules {

  /** No role is needed. */
  static final Set<Role> PUBLIC = Set.of();

  private static final String RUN = "/api/v1/runs/{run_id}";

  private record Rule(Set<String> methods, PathPattern path, Set<Role> roles) {}

  private static final List<Rule> RULES =
      List.of(
          // Exporters and load generators.
          rule("POST", "/v1/traces", INGEST),
          rule("PUT", RUN, INGEST),
          rule("POST PUT", RUN + "/client-records", INGEST),
          rule("POST", RUN + "/k6-summary", INGEST),
          rule("POST", RUN + "/load", INGEST),
          rule("POST", RUN + "/finish", INGEST),
          rule("GET", "/api/v1/traces/{trace_id}/preflight", INGEST, READ),
          // A trial stores nothing.
          rule("POST", "/api/v1/mappings/try", READ),
          // Secrets of the service itself.
          rule("GET", "/api/v1/tokens/**", ADMIN),
          rule("GET", "/api/v1/audit/**", ADMIN),
          // What cannot carry a token: k6 imports modules, probes ask for health.
          rule("GET", "/k6/**"),
          rule("GET", "/actuator/health/**"),
          rule("GET POST", "/sign-in"),
          rule("POST", "/sign-out"),
          rule("GET", "/sign-in.css"),
          rule("GET", "/favicon.ico"));

  private AccessRules() {}

  /**
   * One of these roles is needed; none of {@link #PUBLIC}.
   *
   * @param path decoded by nobody yet, without the query
   */
  static Set<Role> needed(String method, PathContainer path) {
    String asked = method.equals("HEAD") ? "GET" : method;
    return RULES.stream()
        .filter(it -> it.methods.contains(asked) && it.path.matches(path))
        .findFirst()
        .map(Rule::roles)
        .orElseGet(() -> unnamed(asked));
  }

  private static Set<Role> unnamed(String method) {
    return EnumSet.of(method.equals("GET") || method.equals("OPTIONS") ? READ : ADMIN);
  }

  private static Rule rule(String methods, String path, Role... roles) {
    return new Rule(
        Set.of(methods.split(" ")),
        PathPatternParser.defaultInstance.parse(path),
        roles.length == 0 ? PUBLIC : Set.of(roles));
  }
}
