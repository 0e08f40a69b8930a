package io.tracejoin.web;

import io.tracejoin.security.AuditLog;
import io.tracejoin.security.AuditStore;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What administrators did. */
@RestController
final class AuditController {

  private static final int MOST = 1000;

  private final AuditLog audit;

  AuditController(AuditLog audit) {
    this.audit = audit;
  }

  @GetMapping("/api/v1/audit")
  ListOfActs newest(@RequestParam(defaultValue = "100") String limit) {
    return new ListOfActs(audit.newest((int) Parameters.number("limit", limit, 1, MOST)));
  }

  /** The newest acts, newest first. */
  record ListOfActs(List<AuditStore.Event> acts) {}
}
