package io.tracejoin.join;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Publishes what waits to be joined. Not known while the database is away. */
@Component
final class JoinMeters implements MeterBinder {

  private final JoinBacklog backlog;

  JoinMeters(JoinBacklog backlog) {
    this.backlog = backlog;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge("tracejoin.join.lag", it -> it.lag().toMillis() / 1000.0)
        .baseUnit("seconds")
        .description("Age of the oldest trace that waits to be joined")
        .register(registry);
    gauge("tracejoin.join.backlog", JoinBacklog.Backlog::rows)
        .description("Ingest commits that wait to be joined")
        .register(registry);
    gauge("tracejoin.join.set.aside", JoinBacklog.Backlog::setAside)
        .description("Traces whose rows could not be stored, tried again now and then")
        .register(registry);
  }

  private Gauge.Builder<Supplier<Number>> gauge(
      String name, ToDoubleFunction<JoinBacklog.Backlog> figure) {
    return Gauge.builder(name, () -> read(figure));
  }

  private double read(ToDoubleFunction<JoinBacklog.Backlog> figure) {
    try {
      return figure.applyAsDouble(backlog.read());
    } catch (DataAccessException e) {
      return Double.NaN;
    }
  }
}
