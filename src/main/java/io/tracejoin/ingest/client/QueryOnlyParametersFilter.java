package io.tracejoin.ingest.client;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Keeps the container from reading an upload as a form. curl's {@code --data-binary} declares
 * {@code application/x-www-form-urlencoded}, and then the first look at a query parameter, by
 * whichever filter, would consume the body.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class QueryOnlyParametersFilter extends OncePerRequestFilter {

  private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;
  private static final Pattern UPLOADS =
      Pattern.compile(".*/runs/[^/]+/(client-records|k6-summary|load)/?");

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !UPLOADS.matcher(request.getRequestURI()).matches();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(new QueryOnly(request), response);
  }

  private static final class QueryOnly extends HttpServletRequestWrapper {

    private final Map<String, String[]> parameters = new LinkedHashMap<>();

    QueryOnly(HttpServletRequest request) {
      super(request);
      UriComponentsBuilder.newInstance()
          .query(request.getQueryString())
          .build()
          .getQueryParams()
          .forEach((name, values) -> parameters.put(decoded(name), decoded(values)));
    }

    /** Spring reads the body of a PUT that says it is a form. */
    @Override
    public @Nullable String getContentType() {
      String declared = super.getContentType();
      boolean form = declared != null && declared.startsWith(FORM);
      return form ? MediaType.APPLICATION_OCTET_STREAM_VALUE : declared;
    }

    @Override
    public @Nullable String getParameter(String name) {
      String[] values = parameters.get(name);
      return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
      String[] values = parameters.get(name);
      return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
      return Collections.unmodifiableMap(parameters);
    }

    @Override
    public Enumeration<String> getParameterNames() {
      return Collections.enumeration(parameters.keySet());
    }

    private static String[] decoded(List<@Nullable String> values) {
      return values.stream().map(QueryOnly::decoded).toArray(String[]::new);
    }

    private static String decoded(@Nullable String text) {
      if (text == null) {
        return "";
      }
      try {
        return UriUtils.decode(text.replace('+', ' '), "UTF-8");
      } catch (IllegalArgumentException malformed) {
        return text;
      }
    }
  }
}
