package io.tracejoin.join;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.TraceInput;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins one trace and lets no trace stop the others: one that cannot be joined is counted, named in
 * the log, and keeps the rows that it has.
 */
final class CountedJoin implements Function<TraceInput, List<JoinedRequest>> {

  private static final Logger LOG = LoggerFactory.getLogger(CountedJoin.class);

  private final Function<TraceInput, List<JoinedRequest>> join;
  private final Counter failed;

  CountedJoin(Function<TraceInput, List<JoinedRequest>> join, MeterRegistry meters) {
    this.join = join;
    failed =
        Counter.builder("tracejoin.join.failed")
            .description("Traces that could not be joined")
            .register(meters);
  }

  @Override
  public List<JoinedRequest> apply(TraceInput trace) {
    try {
      return join.apply(trace);
    } catch (RuntimeException | StackOverflowError e) {
      failed.increment();
      LOG.error("trace {} cannot be joined and is left as it is", trace.key(), e);
      return List.of();
    }
  }
}
