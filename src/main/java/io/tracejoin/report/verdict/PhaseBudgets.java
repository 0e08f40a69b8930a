package io.tracejoin.report.verdict;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Flat rows for dashboards, from stored reports and verdicts. */
public interface PhaseBudgets {

  /**
   * Names what the rows would be made of: the same as long as they would be the same.
   *
   * @return text without blanks
   */
  String state(Question question);

  /** Rows by start of the run, then in the order of the budget, then of the report. */
  List<Row> rows(Question question);

  /**
   * Which runs; those that have a stored report.
   *
   * @param runs by name; empty: the last ones
   * @param last how many at most
   * @param labels that the runs must have
   * @param from earliest start, included; null: any
   * @param to latest start, left out; null: any
   */
  record Question(
      List<String> runs,
      int last,
      Map<String, String> labels,
      @Nullable Instant from,
      @Nullable Instant to) {

    /** Copies both. */
    public Question {
      runs = List.copyOf(runs);
      labels = Map.copyOf(labels);
    }
  }

  /**
   * A latency clause of the run's newest verdict, or the p95 of a phase that no clause bounds.
   *
   * @param startedAt first send, else when the run was made
   * @param owner null for figures of the whole
   * @param valueMs null where nothing was measured
   * @param ciLowMs null where the sample is too small for it, or the statistic has none
   * @param boundMs null without a fixed bound
   * @param used value / bound
   * @param verdict null where no clause bounds the phase
   * @param coverage share of the successes that have a value
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Row(
      String runId,
      Instant startedAt,
      String phase,
      @Nullable String owner,
      String stat,
      @Nullable BigDecimal valueMs,
      @Nullable BigDecimal ciLowMs,
      @Nullable BigDecimal ciHighMs,
      @Nullable BigDecimal boundMs,
      @Nullable BigDecimal used,
      @Nullable String verdict,
      @Nullable BigDecimal coverage,
      long n) {}
}
