package io.tracejoin.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Keeps pages of other sites from using what a browser may do here: its session, or an open service
 * on its own machine. Other clients send none of these headers.
 */
@Component
final class BrowserOrigin {

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private final AccessMode mode;

  BrowserOrigin(AccessMode mode) {
    this.mode = mode;
  }

  /**
   * @throws Refused if a page of another site asks to change something, or has its own name lead
   *     here
   */
  void require(HttpServletRequest request) {
    if (mode.undeclared() && mode.open() && !isLoopback(request.getServerName())) {
      throw Refused.because(
          Refused.Reason.OTHER_SITE,
          "A service without tokens answers to localhost only, not to "
              + "the name that was asked for: see tracejoin.security.open.");
    }
    if (!READS.contains(request.getMethod())
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && isFromOtherSite(request)) {
      throw new Refused(Refused.Reason.OTHER_SITE);
    }
  }

  private static boolean isFromOtherSite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return !OWN.contains(site);
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin != null && !isOf(request, origin);
  }

  private static boolean isOf(HttpServletRequest request, String origin) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null && authority.equalsIgnoreCase(request.getHeader(HttpHeaders.HOST));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** By name, without asking a name server: that is what others may have changed. */
  private static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("::1")
        || name.equals("[::1]")
        || name.equals("0:0:0:0:0:0:0:1")
        || name.matches("127(\\.\\d{1,3}){3}");
  }
}
