package io.tracejoin.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Counts what of spans was cut or left out for its size or number; see {@link SpanLimits}. */
@Component
public final class Cuts {

  /** What was cut or left out. */
  public enum What {
    /** The name of a span or a scope, cut. */
    NAME,
    /** An attribute beyond the number. */
    ATTRIBUTE,
    /** An attribute whose value is too long. */
    ATTRIBUTE_LENGTH,
    /** An event that the allow-list names, beyond the number. */
    EVENT,
    /** A request ID beyond the number. */
    REQUEST_ID,
    /** A span that this service exported itself; see {@link OwnOrigin}. */
    OWN_SPAN,
    /** A text of a resource, cut; once as long as the resource is remembered. */
    RESOURCE
  }

  private final Map<What, Counter> counters = new EnumMap<>(What.class);

  /** Counts from zero, published as meters. */
  public Cuts(MeterRegistry registry) {
    for (What what : What.values()) {
      counters.put(
          what,
          Counter.builder("tracejoin.ingest.cut")
              .description("Parts of spans that were cut or left out for their size or number")
              .tag("what", what.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** Counts one. */
  public void count(What what) {
    count(what, 1);
  }

  /** Counts as many. */
  public void count(What what, int many) {
    Objects.requireNonNull(counters.get(what)).increment(many);
  }
}
