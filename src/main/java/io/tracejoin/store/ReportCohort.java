package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.SliceBy;
import io.tracejoin.report.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The cohort in SQL: the windows as a table, and the selected rows that lie in them. */
record ReportCohort(int run, Cohort cohort, SelectorSql selector) {

  /**
   * Table {@code w} of the windows. One text is the key of generator and scenario: two of them
   * would be taken for independent, and few rows for the answer. Blocks of send time are counted
   * from {@code base_ns}, where the generator's first window starts.
   */
  static final String WINDOWS =
      """
      WITH w AS (
        SELECT key, name, scenario, from_ns, to_ns,
               min(from_ns) OVER (PARTITION BY name) AS base_ns
          FROM unnest(CAST(:windows AS text[]), CAST(:generators AS text[]),
                      CAST(:scenarios AS text[]), CAST(:froms AS bigint[]), CAST(:tos AS bigint[]))
               AS w (key, name, scenario, from_ns, to_ns)
      )
      """;

  /** Which window is that of row {@code r}: its scenario's where it declares one. */
  static final String OF_REQUEST =
      """

      w.key = CASE WHEN r.scenario = ANY (CAST(:own AS text[]))
                   THEN coalesce(r.generator, '') || E'\\x01' || r.scenario
                   ELSE coalesce(r.generator, '') END
      """;

  private static final char BEFORE_SCENARIO = '\u0001';

  /**
   * Table {@code cohort}: rows of one outcome. {@code pair}: matched; {@code sound}: not told twice
   * with different facts, so that its durations are known.
   */
  private static final String COHORT =
      WINDOWS
          + """
          , cohort AS (
            SELECT r.*, w.from_ns, w.to_ns, w.base_ns, r.state = 'matched' AS pair,
                   r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'] AS sound
                   %2$s
              FROM joined_request r
              LEFT JOIN w ON %4$s
              %3$s
             WHERE r.run_id = :run AND r.lifecycle IS NULL
               AND (r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                    OR r.sent_at_ns IS NULL AND :counts_unsent)
               AND %1$s
          )
          """;

  private static final String OF_OUTCOME = " AND r.outcome = :outcome";

  /** Numbers the slices from 1: the values kept, what has no value, all other values. */
  private static final String SLICE =
      """
      coalesce(kept.slice, cardinality(CAST(:kept AS text[]))
                               + CASE WHEN %s IS NULL THEN 1 ELSE 2 END)""";

  private static final String KEPT =
      """
      LEFT JOIN unnest(CAST(:kept AS text[])) WITH ORDINALITY AS kept (value, slice)
             ON kept.value = %s""";

  /** Whether row {@code r} of the run is selected. */
  String selected() {
    return selector.selected();
  }

  /** Whether row {@code r} of the run is not ruled out. */
  String open() {
    return selector.open();
  }

  /** Table {@code cohort}, as {@link #COHORT} tells, before the statement. */
  String select(String statement) {
    return cohort(selector.selected() + OF_OUTCOME, "", "") + statement;
  }

  /** The same of the rows that the selector does not rule out. */
  String notRuledOut(String statement) {
    return cohort(selector.open() + OF_OUTCOME, "", "") + statement;
  }

  /**
   * Table {@code settled} before the statement: the cohort with its conditions evaluated once a
   * row. Without the offset they would be copied into each of a hundred aggregates.
   */
  String settled(String statement) {
    return select(", settled AS (SELECT * FROM cohort OFFSET 0)\n" + statement);
  }

  /**
   * Table {@code settled} with the number of each row's slice before the statement. By outcome it
   * holds rows of every outcome.
   */
  String sliced(String statement, SliceBy by) {
    String rows = selector.selected() + (by.dimension() == null ? "" : OF_OUTCOME);
    return cohort(rows, ", " + slice(by) + " AS slice", kept(by))
        + ", settled AS (SELECT * FROM cohort OFFSET 0)\n"
        + statement;
  }

  /**
   * Table {@code cohort} with the number of each row's slice before the statement: rows of one
   * outcome that the selector does not rule out.
   */
  String slicedNotRuledOut(String statement, SliceBy by) {
    return cohort(selector.open() + OF_OUTCOME, ", " + slice(by) + " AS slice", kept(by))
        + statement;
  }

  /** The number of a row's slice; it needs the table of {@link #kept}. */
  String slice(SliceBy by) {
    return SLICE.formatted(selector.text(by));
  }

  /** Joins the values kept. */
  String kept(SliceBy by) {
    return KEPT.formatted(selector.text(by));
  }

  private static String cohort(String rows, String columns, String joined) {
    return COHORT.formatted(rows, columns, joined, OF_REQUEST);
  }

  /** Parameters of {@link #WINDOWS}, of {@link #OF_REQUEST} and of the selector. */
  Map<String, Object> windows() {
    List<Window> windows = cohort.windows();
    Map<String, Object> parameters = new HashMap<>(selector.parameters());
    parameters.put("windows", windows.stream().map(ReportCohort::key).toArray(String[]::new));
    parameters.put("scenarios", windows.stream().map(Window::scenario).toArray(String[]::new));
    parameters.put("own", cohort.scenarios().toArray(String[]::new));
    parameters.put("generators", windows.stream().map(Window::generator).toArray(String[]::new));
    parameters.put("froms", longs(Window::from));
    parameters.put("tos", longs(Window::to));
    return parameters;
  }

  /** Parameters of {@link #COHORT}. */
  Map<String, Object> parameters(Outcome outcome) {
    Map<String, Object> parameters = new HashMap<>(windows());
    parameters.put("run", run);
    parameters.put("outcome", outcome.code());
    parameters.put("counts_unsent", cohort.countsUnsent());
    return parameters;
  }

  private static String key(Window window) {
    return window.scenario().equals(Window.OTHERS)
        ? window.generator()
        : window.generator() + BEFORE_SCENARIO + window.scenario();
  }

  private Long[] longs(Function<Window, Long> value) {
    return cohort.windows().stream().map(value).toArray(Long[]::new);
  }
}
