package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges a run by a budget: evidence first, then values (semantics 12). Pure. */
public final class Judge {

  private static final BigDecimal LONG_ENOUGH = new BigDecimal("0.99");
  private static final BigDecimal LONGEST_REQUESTS = BigDecimal.valueOf(5);

  private final RunEvidence run;

  /**
   * @param run what holds for every clause
   */
  public Judge(RunEvidence run) {
    this.run = run;
  }

  /** A clause and what is known for it. */
  public record Case(Clause clause, ClauseEvidence evidence) {}

  /**
   * The verdict of the run.
   *
   * @param inferred whom to suspect where a figure of the whole failed and none of a phase
   */
  public RunVerdict verdict(List<Case> cases, Supplier<Optional<Guilty>> inferred) {
    List<ClauseVerdict> clauses = cases.stream().map(this::clause).toList();
    Verdict verdict = Verdict.worst(clauses.stream().map(ClauseVerdict::verdict).toList());
    Verdict wouldBe = Verdict.worst(clauses.stream().map(ClauseVerdict::wouldBe).toList());
    List<Guilty> guilty = Guilty.of(clauses);
    if (guilty.isEmpty() && clauses.stream().anyMatch(Judge::slowAsAWhole)) {
      guilty = inferred.get().map(List::of).orElse(List.of());
    }
    return new RunVerdict(verdict, wouldBe, clauses, guilty);
  }

  private static boolean slowAsAWhole(ClauseVerdict it) {
    return it.verdict() == Verdict.FAIL
        && (it.clause().subject() instanceof Subject.Latency || it.clause().slo() != null);
  }

  /** The verdict of one clause. */
  public ClauseVerdict clause(Case it) {
    Ruling ruling = new Ruling(it.clause, it.evidence, doubts(it));
    Verdict wouldBe = ruling.verdict();
    Set<Reason> reasons = ruling.reasons();
    boolean withheld = !run.finished() || !run.postHoc().isEmpty();
    if (!run.finished()) {
      reasons.add(Reason.NOT_FINISHED);
    }
    if (!run.postHoc().isEmpty()) {
      reasons.add(Reason.POST_HOC);
    }
    return new ClauseVerdict(
        it.clause,
        it.evidence,
        withheld ? Verdict.INCONCLUSIVE : wouldBe,
        wouldBe,
        new ArrayList<>(reasons),
        ruling.overBy(),
        ruling.neededSamples(),
        ruling.allowed());
  }

  private Set<Reason> doubts(Case it) {
    Set<Reason> doubts = EnumSet.noneOf(Reason.class);
    doubts.addAll(it.evidence.doubts());
    if (!run.otherConditions().isEmpty()) {
      doubts.add(Reason.OTHER_CONDITIONS);
    }
    Sample sample = it.evidence.sample();
    if (sample == null || sample.n() == 0) {
      doubts.add(Reason.NO_DATA);
    }
    if (it.clause.subject() instanceof Subject.Counted counted && counted.isEvidence()) {
      return doubts;
    }
    samples(it.clause.minima(), sample, doubts);
    coverage(it, doubts);
    if (windowTooShort(it)) {
      doubts.add(Reason.WINDOW_TOO_SHORT);
    }
    if (run.loadNotDelivered() && it.clause.subject() instanceof Subject.Latency) {
      doubts.add(Reason.LOAD_NOT_DELIVERED);
    }
    return doubts;
  }

  private static void samples(Minima minima, @Nullable Sample sample, Set<Reason> doubts) {
    if (sample != null && minima.samples() != null && sample.n() < minima.samples()) {
      doubts.add(Reason.TOO_FEW_SAMPLES);
    }
  }

  private static void coverage(Case it, Set<Reason> doubts) {
    BigDecimal least = it.clause.minima().coverage();
    BigDecimal coverage = it.evidence.coverage();
    if (least != null && coverage != null && coverage.compareTo(least) < 0) {
      doubts.add(Reason.COVERAGE_BELOW_MINIMUM);
    }
  }

  private boolean windowTooShort(Case it) {
    BigDecimal least = it.clause.minima().windowS();
    BigDecimal own = it.evidence.windowS();
    BigDecimal window = own == null ? run.windowS() : own;
    return least != null && window.compareTo(least.multiply(LONG_ENOUGH)) < 0
        || window.compareTo(run.longestRequestS().multiply(LONGEST_REQUESTS)) < 0;
  }
}
