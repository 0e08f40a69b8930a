package io.tracejoin.security;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stored audit log. */
public interface AuditStore {

  /**
   * An administrative act.
   *
   * @param actor name of the caller
   * @param act method and path
   * @param status HTTP status of the answer
   * @param address the caller's
   * @param detail what the path does not say; never a secret
   */
  record Event(
      Instant at, String actor, String act, int status, String address, @Nullable String detail) {}

  /** Appends. */
  void add(Event event);

  /** The newest, newest first. */
  List<Event> newest(int most);
}
