package io.tracejoin.retention;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Publishes how long spans are kept, so that an alert can tell which are too old. */
@Component
final class RetentionMeters implements MeterBinder {

  private final RetentionProperties settings;

  RetentionMeters(RetentionProperties settings) {
    this.settings = settings;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("tracejoin.retention.spans.days", this::days)
        .description("Days for which spans are kept; infinite: for ever")
        .register(registry);
  }

  private double days() {
    return settings.spans().isZero()
        ? Double.POSITIVE_INFINITY
        : settings.spans().toSeconds() / (double) Duration.ofDays(1).toSeconds();
  }
}
