package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a scan of a run's requests reads.
 *
 * @param index its place among {@link #ALL}
 * @param sql over {@code joined_request r}: a number, or a text of few different values
 * @param kind how its values are kept
 */
record RequestColumn(int index, String sql, Kind kind) {

  /** How the values of a column are kept. */
  enum Kind {
    NUMBER,
    /** A text as the number of its term. */
    TERM,
    /** The first half of a UUID; the next column is its second. */
    UUID,
    /** Filled with the column before it. */
    UUID_REST
  }

  private static final List<RequestColumn> COLUMNS = new ArrayList<>();

  static final RequestColumn TRACE_HIGH = column("r.trace_id", Kind.UUID);
  static final RequestColumn TRACE_LOW = column("", Kind.UUID_REST);
  static final RequestColumn ORDINAL = number("r.ordinal");
  static final RequestColumn STATE = term("r.state");
  static final RequestColumn REASON = term("r.reason");
  static final RequestColumn ANOMALIES =
      term("CASE WHEN r.anomalies <> '{}' THEN array_to_string(r.anomalies, ',') END");
  static final RequestColumn MAPPING = number("r.mapping_id");
  static final RequestColumn OUTCOME = term("r.outcome");
  static final RequestColumn LIFECYCLE = term("r.lifecycle");
  static final RequestColumn SENT_AT = number("r.sent_at_ns");
  static final RequestColumn PLANNED_AT = number("r.planned_at_ns");
  static final RequestColumn GENERATOR = term("r.generator");
  static final RequestColumn SCENARIO = term("r.scenario");
  static final RequestColumn STEP = number("r.step");
  static final RequestColumn INPUT_TOKENS = number("r.input_tokens");
  static final RequestColumn OUTPUT_TOKENS = number("r.output_tokens");
  static final RequestColumn RESPONSE_BYTES = number("r.response_bytes");
  static final RequestColumn MODEL = term("r.model");
  static final RequestColumn PROVIDER = term("r.provider");
  static final RequestColumn ROOT_SERVICE = term("r.root_service");
  static final RequestColumn CLIENT_TTFT_KIND = term("r.client_ttft_kind");
  static final RequestColumn SERVER_TTFT_KIND = term("r.server_ttft_kind");
  static final RequestColumn SERVER_INPUT_TOKENS = number("r.server_input_tokens");
  static final RequestColumn SERVER_OUTPUT_TOKENS = number("r.server_output_tokens");

  static final RequestColumn SERVER_CACHED_TOKENS = number("r.server_cached_tokens");

  /** Null where the request has neither token nor chunk times. */
  static final RequestColumn TIMES =
      number("CASE WHEN r.token_times IS NOT NULL OR r.chunk_times IS NOT NULL THEN 1 END");

  private static final List<RequestColumn> MEASURES =
      Arrays.stream(Measure.values()).map(it -> number("r." + it.column())).toList();

  /** In the order of scanning. */
  static final List<RequestColumn> ALL = List.copyOf(COLUMNS);

  /** The column of a measure, in nanoseconds. */
  static RequestColumn of(Measure measure) {
    return MEASURES.get(measure.ordinal());
  }

  private static RequestColumn number(String sql) {
    return column(sql, Kind.NUMBER);
  }

  private static RequestColumn term(String sql) {
    return column(sql, Kind.TERM);
  }

  private static RequestColumn column(String sql, Kind kind) {
    RequestColumn column = new RequestColumn(COLUMNS.size(), sql, kind);
    COLUMNS.add(column);
    return column;
  }
}
