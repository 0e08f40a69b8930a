package io.tracejoin.ingest.otlp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Keeps the ports apart: traces and nothing else on OTLP's, no traces on the others. */
final class OtlpPortFilter extends HttpFilter {

  private final transient OtlpHttpPort port;

  OtlpPortFilter(OtlpHttpPort port) {
    this.port = port;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean otlpPort = request.getLocalPort() == port.port();
    // The path that the container mapped: parameters and escapes must not lead around this.
    boolean otlpPath = OtlpHttpServlet.PATH.equals(request.getServletPath());
    if (otlpPort == otlpPath) {
      chain.doFilter(request, response);
    } else if (otlpPort) {
      notFound(response, "this port takes POST " + OtlpHttpServlet.PATH + " only");
    } else {
      notFound(response, "OTLP has a port of its own, tracejoin.otlp.http.port");
    }
  }

  private static void notFound(HttpServletResponse response, String detail) throws IOException {
    response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    response.setContentType("application/problem+json");
    response
        .getOutputStream()
        .write(
            """
            {"type":"https://tracejoin.io/problems/not-found","title":"Not Found","status":404,\
            "detail":"%s"}"""
                .formatted(detail)
                .getBytes(StandardCharsets.UTF_8));
  }
}
