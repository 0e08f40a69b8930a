package io.tracejoin.store;

import io.tracejoin.security.AuditStore;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The audit log in a table. */
@Component
final class PostgresAudit implements AuditStore {

  private static final String ADD =
      "INSERT INTO audit_event (at, actor, act, status, address, detail) VALUES (?, ?, ?, ?, ?, ?)";
  private static final String NEWEST =
      "SELECT at, actor, act, status, address, detail FROM audit_event ORDER BY id DESC LIMIT ?";

  private final JdbcTemplate jdbc;

  PostgresAudit(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void add(Event event) {
    jdbc.update(
        ADD,
        event.at().atOffset(ZoneOffset.UTC),
        event.actor(),
        event.act(),
        event.status(),
        event.address(),
        event.detail());
  }

  @Override
  public List<Event> newest(int most) {
    return jdbc.query(
        NEWEST,
        (row, number) ->
            new Event(
                row.getObject(1, OffsetDateTime.class).toInstant(),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                row.getString(5),
                row.getString(6)),
        most);
  }
}
