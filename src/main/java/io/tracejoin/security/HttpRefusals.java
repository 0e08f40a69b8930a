package io.tracejoin.security;

import com.google.rpc.Code;
import io.tracejoin.ingest.RefusedExports;
import io.tracejoin.ingest.otlp.OtlpErrors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Answers those who are not let in: exporters in OTLP's form, browsers with the sign-in page. */
@Component
final class HttpRefusals {

  private static final Logger LOG = LoggerFactory.getLogger(HttpRefusals.class);
  private static final Duration COME_BACK = Duration.ofSeconds(5);

  private final RefusedExports exports;
  private final JsonMapper json;

  HttpRefusals(RefusedExports exports, JsonMapper json) {
    this.exports = exports;
    this.json = json;
  }

  private record Answer(
      int status, Code code, String type, String detail, @Nullable Duration retryAfter) {}

  void answer(HttpServletRequest request, HttpServletResponse response, Refused refused)
      throws IOException {
    if (OtlpErrors.isExport(request)) {
      exports.count(refused.reason().code());
    }
    if (refused.reason().unauthenticated()) {
      if (isBrowser(request)) {
        toSignIn(request, response);
        return;
      }
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge(refused.reason()));
    }
    write(
        request,
        response,
        new Answer(
            refused.httpStatus(),
            code(refused),
            refused.reason().type(),
            refused.detail(),
            refused.retryAfter()));
  }

  /** It cannot be told now who this is. */
  void unavailable(
      HttpServletRequest request, HttpServletResponse response, DataAccessException failure)
      throws IOException {
    LOG.warn("a caller cannot be checked: {}", failure.toString());
    write(
        request,
        response,
        new Answer(
            503,
            Code.UNAVAILABLE,
            "database-unavailable",
            "The database does not answer; try again.",
            COME_BACK));
  }

  /** A URL in a form that some read in one way and some in another. */
  void malformed(HttpServletRequest request, HttpServletResponse response) throws IOException {
    write(
        request,
        response,
        new Answer(
            400, Code.INVALID_ARGUMENT, "bad-request", "The URL is not in a plain form.", null));
  }

  private void write(HttpServletRequest request, HttpServletResponse response, Answer answer)
      throws IOException {
    if (answer.retryAfter != null) {
      long seconds = Math.max(1, answer.retryAfter.plusMillis(999).toSeconds());
      response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }
    if (OtlpErrors.isExport(request)) {
      OtlpErrors.write(
          request,
          response,
          new OtlpErrors.Failure(answer.status, answer.code, answer.detail, answer.retryAfter));
      return;
    }
    response.setStatus(answer.status);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem(answer)));
  }

  private static Map<String, Object> problem(Answer answer) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "https://tracejoin.io/problems/" + answer.type);
    problem.put("title", HttpStatus.valueOf(answer.status).getReasonPhrase());
    problem.put("status", answer.status);
    problem.put("detail", answer.detail);
    return problem;
  }

  static Code code(Refused refused) {
    return switch (refused.httpStatus()) {
      case 401 -> Code.UNAUTHENTICATED;
      case 429 -> Code.RESOURCE_EXHAUSTED;
      default -> Code.PERMISSION_DENIED;
    };
  }

  private static String challenge(Refused.Reason reason) {
    return reason == Refused.Reason.NO_TOKEN
        ? "Bearer realm=\"tracejoin\""
        : "Bearer realm=\"tracejoin\", error=\"invalid_token\"";
  }

  private static boolean isBrowser(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return request.getMethod().equals("GET")
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && accept != null
        && accept.contains(MediaType.TEXT_HTML_VALUE);
  }

  private static void toSignIn(HttpServletRequest request, HttpServletResponse response) {
    String query = request.getQueryString();
    String asked = request.getRequestURI() + (query == null ? "" : "?" + query);
    response.setStatus(HttpServletResponse.SC_SEE_OTHER);
    response.setHeader(
        HttpHeaders.LOCATION, "/sign-in?next=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));
  }
}
