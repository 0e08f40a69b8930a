package io.tracejoin.security;

import java.util.function.Predicate;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * The framework's checks of header and parameter texts. Printable ASCII passes all of them, and is
 * told from the rest without their regular expressions over Unicode, which took a tenth of the time
 * of a short answer.
 */
final class PlainText {

  private PlainText() {}

  /** The framework's firewall: it lets the same through. */
  static StrictHttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowedHeaderNames(orPlain(StrictHttpFirewall.ALLOWED_HEADER_NAMES));
    firewall.setAllowedHeaderValues(orPlain(StrictHttpFirewall.ALLOWED_HEADER_VALUES));
    firewall.setAllowedParameterNames(orPlain(StrictHttpFirewall.ALLOWED_PARAMETER_NAMES));
    firewall.setAllowedParameterValues(orPlain(StrictHttpFirewall.ALLOWED_PARAMETER_VALUES));
    return firewall;
  }

  private static Predicate<String> orPlain(Predicate<String> check) {
    return text -> isPlain(text) || check.test(text);
  }

  /** Whether it holds printable ASCII and spaces only. */
  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
