package io.tracejoin.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Says whether the database keeps what was acknowledged. A sender is told "success" after the
 * commit; with one of these settings off that is worth less than it says. They are the database's
 * and its owner's: nothing is refused, but it is said at the start, whenever it changes, as a
 * meter, and as a detail of the health.
 */
@Component("durabilityHealthIndicator")
final class Durability implements HealthIndicator, MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(Durability.class);
  private static final Duration FRESH = Duration.ofSeconds(60);
  private static final String OFF = "off";
  private static final String SYNCHRONOUS_COMMIT = "synchronous_commit";

  /** What is lost where the setting is off. */
  private static final Map<String, String> MEANING =
      Map.of(
          "fsync",
          "a crash of its machine can lose or damage everything that was acknowledged",
          "full_page_writes",
          "a crash of its machine can damage what was acknowledged",
          SYNCHRONOUS_COMMIT,
          "a killed PostgreSQL loses the last part of a second of what was acknowledged");

  private static final String READ =
      """
      SELECT name, setting, reset_val FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')
      """;

  private final JdbcClient jdbc;
  private final Clock clock;
  private @Nullable Map<String, Setting> settings;
  private Instant readAt = Instant.MIN;

  Durability(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /**
   * One setting.
   *
   * @param value as it holds for this service's connections
   * @param fallback as it would, had they not set it: by the role, the database, or the server
   */
  private record Setting(String name, String value, String fallback) {

    boolean off() {
      return value.equals(OFF);
    }
  }

  @EventListener(ApplicationReadyEvent.class)
  void look() {
    read();
  }

  @Override
  public Health health() {
    Map<String, Setting> found = read();
    Health.Builder health = found == null ? Health.unknown() : Health.up();
    if (found != null) {
      found.forEach((name, setting) -> health.withDetail(name, setting.value()));
    }
    return health.build();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String setting : new TreeMap<>(MEANING).keySet()) {
      Gauge.builder("tracejoin.database.unsafe", () -> unsafe(setting))
          .description("1 where a setting of the database is off that acknowledged data depends on")
          .tag("setting", setting)
          .register(registry);
    }
  }

  private double unsafe(String name) {
    Map<String, Setting> found = read();
    Setting setting = found == null ? null : found.get(name);
    return setting == null ? Double.NaN : setting.off() ? 1 : 0;
  }

  /** As read within the last minute; null while the database is away. */
  private synchronized @Nullable Map<String, Setting> read() {
    Instant now = clock.instant();
    if (readAt.isBefore(now.minus(FRESH))) {
      readAt = now;
      Map<String, Setting> before = settings;
      settings = fresh();
      if (settings != null && !settings.equals(before)) {
        say(settings.values().stream().toList());
      }
    }
    return settings;
  }

  private @Nullable Map<String, Setting> fresh() {
    try {
      Map<String, Setting> found = new TreeMap<>();
      jdbc.sql(READ)
          .query((row, number) -> new Setting(row.getString(1), row.getString(2), row.getString(3)))
          .list()
          .forEach(it -> found.put(it.name(), it));
      return found;
    } catch (DataAccessException away) {
      return null;
    }
  }

  private static void say(List<Setting> settings) {
    for (Setting setting : settings) {
      if (setting.off()) {
        LOG.warn(
            "THE DATABASE HAS {} = off: {}. Set it to on.",
            setting.name(),
            MEANING.get(setting.name()));
      } else if (setting.fallback().equals(OFF)) {
        LOG.warn(
            "The database has {} = off for this role; this service sets it to {} for its own"
                + " connections.",
            setting.name(),
            setting.value());
      }
    }
  }
}
