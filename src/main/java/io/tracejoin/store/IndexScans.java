package io.tracejoin.store;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Look-ups of thousands of traces go through indexes. The planner must not guess: a partition that
 * was filled a second ago has no statistics yet, and it would rather read all of it.
 */
final class IndexScans {

  private static final String REQUIRE =
      """
      SELECT set_config('enable_seqscan', 'off', true),
             set_config('enable_hashjoin', 'off', true),
             set_config('enable_mergejoin', 'off', true)
      """;

  private IndexScans() {}

  /** For the rest of the transaction. */
  static void require(JdbcTemplate jdbc) {
    jdbc.query(REQUIRE, row -> {});
  }
}
