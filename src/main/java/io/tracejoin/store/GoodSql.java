package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.SloRule;
import io.tracejoin.run.Slo;

/**
 * When a request {@code r} is good, as a condition; what is written into the text are columns and
 * numbers.
 */
record GoodSql(SloRule rule) {

  private static final String GOOD =
      """
      (r.outcome = 'success' AND %1$s
       AND (r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'])
       AND %2$s)""";

  private static final String SINGLE_TOKEN =
      " OR coalesce(r.output_tokens, r.server_output_tokens) <= 1";

  /** Good, and known to be selected: nobody knows that of a record that is only not ruled out. */
  String condition(ReportCohort cohort) {
    String met = rule.clauses().stream().map(this::met).collect(joining(" AND "));
    return GOOD.formatted("coalesce(" + cohort.selected() + ", false)", met);
  }

  private String met(Slo.Clause clause) {
    String exempt =
        clause.measure() == Measure.TPOT && rule.singleTokenExempt() ? SINGLE_TOKEN : "";
    return "coalesce(%s <= %d%s, false)".formatted(value(clause), clause.mostNanos(), exempt);
  }

  private String value(Slo.Clause clause) {
    return clause.measure() == Measure.CLIENT_TOTAL && rule.openLoad()
        ? "coalesce(r.response_time_ns, r.client_total_ns)"
        : "r." + clause.measure().column();
  }
}
