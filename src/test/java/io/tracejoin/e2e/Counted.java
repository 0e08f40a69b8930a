package io.tracejoin.e2e;

import org.springframework.jdbc.core.JdbcTemplate;

/** What is in the database of traces whose IDs begin alike: counted there, not concluded. */
final class Counted {

  /** What {@link Generated} makes of a trace. */
  static final int SPANS_OF_A_TRACE = 3;

  private static final String OF_PREFIX = " WHERE starts_with(CAST(trace_id AS text), ?)";

  private final JdbcTemplate jdbc;
  private final String prefix;

  Counted(JdbcTemplate jdbc, int prefix) {
    this.jdbc = jdbc;
    this.prefix = "%08x".formatted(prefix);
  }

  /** Different spans. */
  long spans() {
    return number("SELECT count(DISTINCT (trace_id, span_id)) FROM span");
  }

  /** Different requests that were matched. */
  long matched() {
    return number(
        "SELECT count(DISTINCT trace_id) FILTER (WHERE state = 'matched') FROM joined_request");
  }

  /** Rows of requests beyond one a trace. */
  long repeated() {
    return number("SELECT count(*) - count(DISTINCT trace_id) FROM joined_request");
  }

  private long number(String select) {
    Long number = jdbc.queryForObject(select + OF_PREFIX, Long.class, prefix);
    return number == null ? 0 : number;
  }
}
