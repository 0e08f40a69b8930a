package io.tracejoin.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells browsers what an answer may do: load from this service alone, run no inline script, stand
 * in nobody's frame.
 */
@Component
final class SecurityHeadersFilter extends OncePerRequestFilter {

  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  /** Swagger UI sets style attributes in its markup. */
  private static final String SWAGGER_POLICY = POLICY + "; style-src 'self' 'unsafe-inline'";

  /** A picture has its colours inside, loads nothing and runs nothing. */
  private static final String PICTURE_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

  private static final String SWAGGER = "/swagger-ui";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean picture = request.getRequestURI().endsWith(ReportSvgController.SUFFIX);
    response.setHeader("Content-Security-Policy", picture ? PICTURE_POLICY : policy(request));
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    // A picture is made to stand in pages of others; no session comes along with it.
    response.setHeader("Cross-Origin-Resource-Policy", picture ? "cross-origin" : "same-origin");
    chain.doFilter(request, response);
  }

  private static String policy(HttpServletRequest request) {
    boolean swagger = request.getRequestURI().startsWith(request.getContextPath() + SWAGGER);
    return swagger ? SWAGGER_POLICY : POLICY;
  }
}
