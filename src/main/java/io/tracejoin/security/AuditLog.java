package io.tracejoin.security;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Records administrative acts: in the database, and as a line of the log. Never a secret. */
@Component
public final class AuditLog {

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final String DETAIL = AuditLog.class.getName() + ".detail";
  private static final int LONGEST = 300;

  private final AuditStore store;
  private final Clock clock;

  AuditLog(AuditStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Says more of the act that this request is than its path does. */
  public static void detail(HttpServletRequest request, String detail) {
    request.setAttribute(DETAIL, detail);
  }

  /** The newest acts, newest first. */
  public List<AuditStore.Event> newest(int most) {
    return store.newest(most);
  }

  void record(HttpServletRequest request, int status, Caller caller) {
    AuditStore.Event event =
        new AuditStore.Event(
            clock.instant(),
            caller.name(),
            cut(request.getMethod() + " " + request.getRequestURI()),
            status,
            request.getRemoteAddr(),
            detail(request));
    LOG.info("audit: {}", event);
    try {
      store.add(event);
    } catch (DataAccessException e) {
      LOG.warn("an administrative act stands in the log alone: {}", e.toString());
    }
  }

  private static @Nullable String detail(HttpServletRequest request) {
    return request.getAttribute(DETAIL) instanceof String text ? cut(text) : null;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
