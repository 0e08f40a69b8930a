package io.tracejoin.report.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.report.verdict.VerdictStore.Earlier;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The verdict on one run; the record is the JSON.
 *
 * @param revision of the report that was judged; 0 for a run that is not finished
 * @param state of the run
 * @param baseline null where none was compared with
 * @param wouldBe the verdict that is withheld because the run is not finished or something is post
 *     hoc; null where nothing is withheld
 * @param notes sentences on what holds for the run: what is post hoc, which conditions are other
 * @param guilty the phases at fault, the worst first
 * @param earlier other verdicts on the run by this budget, the newest first
 */
@JsonNaming(SnakeCaseStrategy.class)
public record VerdictAnswer(
    String runId,
    int revision,
    String state,
    BudgetName budget,
    @Nullable BaselineName baseline,
    String verdict,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String wouldBe,
    List<String> notes,
    List<GuiltyPhase> guilty,
    List<ClauseAnswer> clauses,
    Instant judgedAt,
    List<Earlier> earlier) {

  /** Copies the lists. */
  public VerdictAnswer {
    notes = List.copyOf(notes);
    guilty = List.copyOf(guilty);
    clauses = List.copyOf(clauses);
    earlier = earlier == null ? List.of() : List.copyOf(earlier);
  }

  VerdictAnswer withEarlier(List<Earlier> others) {
    return new VerdictAnswer(
        runId, revision, state, budget, baseline, verdict, wouldBe, notes, guilty, clauses,
        judgedAt, others);
  }

  /** Whether a pipeline may go on. */
  public boolean good() {
    return verdict.equals("pass") || verdict.equals("warn");
  }

  /** The version that judged. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record BudgetName(String name, int version, boolean postHoc) {}

  /** The run that was compared with. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record BaselineName(String runId, int revision) {}

  /**
   * A phase at fault.
   *
   * @param overByMs over its bound; inferred: its mean in the tail above that at p50
   * @param inferred true, or left out where a clause on the phase failed
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record GuiltyPhase(
      String phase,
      @Nullable String owner,
      BigDecimal overByMs,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean inferred) {}

  /**
   * One clause.
   *
   * @param kind of a time to first token
   * @param where the selected requests, as in a query; null: all
   * @param value in {@code unit}, not rounded
   * @param ci95 null where the figure is counted and not estimated; a bound is null where the
   *     sample is too small for it
   * @param sign {@code <=} or {@code >=}
   * @param bound null where the clause is relative alone
   * @param reason codes apart by commas; null where there is none
   * @param reasons the same as a list
   * @param message half a sentence a reason
   * @param coverage of a latency: how many of the successes have a value
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record ClauseAnswer(
      String id,
      String measure,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String kind,
      String stat,
      @Nullable String where,
      String verdict,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String wouldBe,
      @Nullable BigDecimal value,
      String unit,
      @Nullable List<@Nullable BigDecimal> ci95,
      long n,
      String sign,
      @Nullable BigDecimal bound,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable BigDecimal warn,
      @Nullable BigDecimal overBy,
      @Nullable String reason,
      List<String> reasons,
      @Nullable String message,
      @Nullable String phase,
      @Nullable String owner,
      @Nullable BigDecimal coverage,
      @Nullable Long neededSamples,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Relative vsBaseline,
      List<String> examples) {

    /** Copies the lists. */
    public ClauseAnswer {
      reasons = List.copyOf(reasons);
      examples = List.copyOf(examples);
    }
  }

  /**
   * The figure against the baseline's.
   *
   * @param allowance as in the budget
   * @param baseline null, as the others, where there is nothing to compare with
   * @param allowed the difference that is within
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Relative(
      String allowance,
      @Nullable BigDecimal baseline,
      @Nullable BigDecimal difference,
      @Nullable List<@Nullable BigDecimal> ci95,
      @Nullable BigDecimal allowed) {}
}
