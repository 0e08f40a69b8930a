package io.tracejoin.trace;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that is stored of single traces. */
public interface TraceStore {

  /** What is committed of the trace now, joined yet or not; empty if nothing is. */
  Optional<TraceInput> find(TraceId id);

  /** How fresh the data is. */
  Freshness freshness();

  /**
   * How fresh the data is.
   *
   * @param newestSpanReceived when spans were last stored by this process, or queued by any; null
   *     if that was before it started
   * @param joinLag age of the oldest trace that waits to be joined; zero if none does
   */
  record Freshness(@Nullable Instant newestSpanReceived, Duration joinLag) {}
}
