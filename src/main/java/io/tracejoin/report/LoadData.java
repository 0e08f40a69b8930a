package io.tracejoin.report;

import io.tracejoin.run.K6Summary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a run's generators say of their load, from points and from a summary. */
public interface LoadData {

  /** Iterations from points, by scenario; empty where no points came. */
  List<Iterations> iterations();

  /** Virtual users from points. */
  Users users();

  /** The stored summary. */
  Optional<Summary> summary();

  /** The client records as rows: what a summary counts. */
  Rows rows();

  /**
   * Iterations of one scenario over the whole run.
   *
   * @param scenario the empty string where the points name none
   * @param seconds from the first second with an iteration to the last, both included
   */
  record Iterations(String scenario, long done, long dropped, long seconds) {}

  /**
   * The greatest numbers of virtual users, added up over the generators.
   *
   * @param used null without points
   * @param allocated null without points
   */
  record Users(@Nullable Long used, @Nullable Long allocated) {}

  /** A summary and when it came. */
  record Summary(K6Summary summary, Instant receivedAt) {}

  /**
   * Accepted rows, setup, teardown, hops and requests that were never sent included.
   *
   * @param longestNanos the greatest duration of one row; null where none has one
   */
  record Rows(long count, @Nullable Long longestNanos) {}
}
