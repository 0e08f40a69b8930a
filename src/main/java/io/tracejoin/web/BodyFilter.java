package io.tracejoin.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps slow senders from holding all threads. An upload may be as slow as the run that it tells
 * of; any other body has to come in time. How many of each are read at once is bounded, so that
 * threads are left for those who read. Exports have a port, and threads, of their own.
 */
@Component
final class BodyFilter extends OncePerRequestFilter {

  private static final Pattern UPLOAD = Pattern.compile(".*/runs/[^/]+/client-records/?");

  /** On a port, and with threads, of its own. */
  private static final String EXPORTS = "/v1/traces";

  private static final String RETRY_AFTER_SECONDS = "5";

  private final Semaphore uploads;
  private final Semaphore others;
  private final BodyLimits limits;
  private final JsonMapper json;

  BodyFilter(BodyLimits limits, JsonMapper json) {
    this.uploads = new Semaphore(limits.uploads());
    this.others = new Semaphore(limits.others());
    this.limits = limits;
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (needsNoBody(request)) {
      chain.doFilter(request, response);
    } else if (isUpload(request)) {
      upload(request, response, chain);
    } else if (request.getContentLengthLong() == 0) {
      chain.doFilter(request, response);
    } else if (request.getRequestURI().equals(EXPORTS)) {
      chain.doFilter(new TimelyBody(request, limits, () -> {}), response);
    } else {
      other(request, response, chain);
    }
  }

  /** Of these a body means nothing. */
  static boolean needsNoBody(HttpServletRequest request) {
    return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
  }

  /** Whether its body may come as slowly as a load test goes on. */
  static boolean isUpload(HttpServletRequest request) {
    return UPLOAD.matcher(request.getRequestURI()).matches();
  }

  private void upload(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!uploads.tryAcquire()) {
      tooMany(request, response, "too-many-uploads", limits.uploads() + " uploads");
      return;
    }
    try {
      chain.doFilter(request, response);
    } finally {
      uploads.release();
    }
  }

  /** Its place is free again when the body is read, however long the answer takes. */
  private void other(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!others.tryAcquire()) {
      tooMany(request, response, "too-many-bodies", limits.others() + " bodies");
      return;
    }
    TimelyBody body = new TimelyBody(request, limits, others::release);
    try {
      chain.doFilter(body, response);
    } finally {
      body.end();
    }
  }

  private void tooMany(
      HttpServletRequest request, HttpServletResponse response, String type, String what)
      throws IOException {
    request.setAttribute(SlowBodyValve.LEAVE_REST, true);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.TOO_MANY_REQUESTS, what + " are being read; send this one again later.");
    problem.setType(java.net.URI.create("https://tracejoin.io/problems/" + type));
    response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
    response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }
}
