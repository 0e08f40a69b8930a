package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What can be said of one run as a whole; the record is the JSON.
 *
 * @param revision number of the stored report; 0 for the live one of a run that is not finished
 * @param outcome whose latencies the figures are
 * @param load null in reports that were stored before it was asked for
 * @param k6Summary null where no summary came
 * @param phases one figure a measure that has values, in reading order
 * @param tail by quantile of client_total; without the quantiles that too few requests have
 * @param anomalies requests by kind, over the whole run
 * @param tokenIntervals pooled over the tokens, or chunks, of all requests; empty without streams
 * @param tokens null where no one counted tokens
 * @param slo null where the run declares none
 * @param findings what moved within the run: between its halves, or from step to step
 * @param slices null where the report is not cut
 * @param toolReported what a benchmark tool's file says itself, beside ours
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Report(
    String runId,
    int revision,
    String state,
    Instant computedAt,
    String outcome,
    Frame window,
    Population population,
    Throughput throughput,
    @Nullable LoadReport load,
    @Nullable K6Report k6Summary,
    Join join,
    List<Figure> phases,
    Map<String, Tail> tail,
    Map<String, Long> anomalies,
    List<Warning> warnings,
    Sampling sampling,
    MappingUse.Name mapping,
    List<TokenIntervals> tokenIntervals,
    @Nullable Tokens tokens,
    @Nullable SloReport slo,
    List<FindingAnswer> findings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ToolReported> toolReported,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Slices slices) {

  /**
   * Copies the lists; maps come from {@code jsonb} in another order and are put in reading order.
   */
  public Report {
    phases = List.copyOf(phases);
    warnings = List.copyOf(warnings);
    tail = InOrder.ofText(tail);
    anomalies = InOrder.ofCounts(anomalies);
    // Stored before there were any.
    tokenIntervals = tokenIntervals == null ? List.of() : List.copyOf(tokenIntervals);
    findings = findings == null ? List.of() : List.copyOf(findings);
    toolReported = toolReported == null ? List.of() : List.copyOf(toolReported);
  }

  Report withRevision(int number) {
    return with(number, warnings, slices);
  }

  /** The same with one more warning. */
  Report warned(Warning warning) {
    List<Warning> more = new ArrayList<>(warnings);
    more.add(warning);
    return with(revision, more, slices);
  }

  /** The same with other figures. */
  Report withFigures(List<Figure> figures, List<TokenIntervals> intervals) {
    return with(new Content(figures, intervals), revision, warnings, slices);
  }

  private record Content(List<Figure> phases, List<TokenIntervals> tokenIntervals) {}

  /** The same with slices, and a warning where they leave values out. */
  Report withSlices(Slices cut) {
    List<Warning> more = new ArrayList<>(warnings);
    if (cut.otherValues() > 0) {
      more.add(
          new Warning(
              "many_values",
              cut.otherValues()
                  + " values of "
                  + cut.dimension()
                  + " with the fewest records are one slice, "
                  + SliceCut.OTHER));
    }
    cut.biased().ifPresent(more::add);
    return with(revision, more, cut);
  }

  private Report with(int number, List<Warning> told, @Nullable Slices cut) {
    return with(new Content(phases, tokenIntervals), number, told, cut);
  }

  private Report with(Content content, int number, List<Warning> told, @Nullable Slices cut) {
    return new Report(
        runId,
        number,
        state,
        computedAt,
        outcome,
        window,
        population,
        throughput,
        load,
        k6Summary,
        join,
        content.phases,
        tail,
        anomalies,
        told,
        sampling,
        mapping,
        content.tokenIntervals,
        tokens,
        slo,
        findings,
        toolReported,
        cut);
  }

  /**
   * The measuring window, in seconds since the first send of a generator.
   *
   * @param fromS start of the first window
   * @param toS end of the longest window; null where no record carries a send time
   * @param generators the windows, one a generator, and one more a scenario with one of its own
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Frame(
      BigDecimal fromS, @Nullable BigDecimal toS, List<GeneratorWindow> generators) {}

  /**
   * One generator's window on its own clock.
   *
   * @param generator null where it has no name
   * @param scenario that declares the window; null: the run's, of all others
   * @param excluded requests sent before and after it; null where no scenario declares a window:
   *     the population tells them
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record GeneratorWindow(
      @Nullable String generator,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String scenario,
      Instant from,
      Instant to,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Outside excluded) {}

  /**
   * Client records. {@code client_records = in_window + excluded_by_window + excluded_unsent +
   * setup_teardown}.
   *
   * @param clientRecords calls of the run: hops and repeats put together
   * @param inWindow the cohort: sent in the window
   * @param errors the cohort's failures by outcome
   * @param errorRate failures among the cohort; null for an empty one
   * @param noSendTime records without a send time
   * @param excludedUnsent those of them that are not counted, because the window trims the run
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Population(
      long clientRecords,
      long inWindow,
      long success,
      Map<String, Long> errors,
      @Nullable BigDecimal errorRate,
      long setupTeardown,
      long noSendTime,
      long excludedUnsent,
      Outside excludedByWindow) {

    /** Puts the outcomes in reading order. */
    public Population {
      errors = InOrder.ofOutcomes(errors);
    }
  }

  /** Requests sent before and after the window. */
  public record Outside(long before, long after) {}

  /**
   * Successes that ended in the window, whenever they were sent, over its length.
   *
   * @param excluded successes that ended outside it or at no known time
   * @param perS null where the window has no length; the sum over the generators
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Throughput(long completed, long excluded, @Nullable BigDecimal perS) {}

  /**
   * How far the figures of the server's side speak for the cohort. {@code matched +
   * unmatched_client + never_sent + not_sampled = in_window}.
   *
   * @param coverage matched / (matched + unmatched_client); null for an empty cohort
   * @param reasons adds up to {@code unmatchedClient}
   * @param unmatchedServer traces of the run without a client record
   * @param collisions records of the whole run that a collision keeps out
   * @param recordCompleteness null where no summary of the generator says how many there were
   * @param bias null in reports that were stored before it was asked for
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Join(
      long matched,
      @Nullable BigDecimal coverage,
      @Nullable BigDecimal coverageSuccess,
      long unmatchedClient,
      Map<String, Long> reasons,
      long neverSent,
      long notSampled,
      long unmatchedServer,
      long interrupted,
      long collisions,
      @Nullable BigDecimal recordCompleteness,
      @Nullable Bias bias) {

    /** Puts the reasons in reading order. */
    public Join {
      reasons = InOrder.ofReasons(reasons);
    }
  }

  /**
   * Where the requests around a quantile of client_total spent their time.
   *
   * @param n requests in the band
   * @param clientTotalMs their mean client_total: exactly the sum of {@code meanMs}
   * @param quantileMs the quantile of client_total among the matched
   * @param insideGenerationMs prefill and decode, which generation already contains
   * @param unknown requests of the band that lack a phase that others of the run have
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Tail(
      long n,
      BigDecimal clientTotalMs,
      BigDecimal quantileMs,
      Map<String, BigDecimal> meanMs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, BigDecimal> insideGenerationMs,
      Map<String, Long> unknown) {

    /** Puts the phases in reading order; what is absent is empty. */
    public Tail {
      meanMs = InOrder.ofMeasures(meanMs);
      insideGenerationMs =
          InOrder.ofMeasures(insideGenerationMs == null ? Map.of() : insideGenerationMs);
      unknown = InOrder.ofMeasures(unknown);
    }
  }

  /** Something that a reader of the figures must know. The code is stable. */
  public record Warning(String code, String message) {}
}
