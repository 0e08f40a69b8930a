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
 * of, so their number is bounded; any other body has to come in time.
 */
@Component
final class BodyFilter extends OncePerRequestFilter {

  private static final Pattern UPLOAD = Pattern.compile(".*/runs/[^/]+/client-records/?");
  private static final String RETRY_AFTER_SECONDS = "5";

  private final Semaphore places;
  private final BodyLimits limits;
  private final JsonMapper json;

  BodyFilter(BodyLimits limits, JsonMapper json) {
    this.places = new Semaphore(limits.uploads());
    this.limits = limits;
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
      chain.doFilter(request, response);
    } else if (!UPLOAD.matcher(request.getRequestURI()).matches()) {
      chain.doFilter(new TimelyBody(request, limits), response);
    } else if (places.tryAcquire()) {
      try {
        chain.doFilter(request, response);
      } finally {
        places.release();
      }
    } else {
      tooMany(response);
    }
  }

  private void tooMany(HttpServletResponse response) throws IOException {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.TOO_MANY_REQUESTS,
            limits.uploads() + " uploads are being read; send this one again later.");
    problem.setType(java.net.URI.create("https://tracejoin.io/problems/too-many-uploads"));
    response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
    response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }
}
