package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One clause against its evidence. */
final class Ruling {

  private final Clause clause;
  private final ClauseEvidence evidence;
  private final Set<Reason> doubts;
  private final Verdict byValue;

  /**
   * @param doubts what is missing, whatever the value is
   */
  Ruling(Clause clause, ClauseEvidence evidence, Set<Reason> doubts) {
    this.clause = clause;
    this.evidence = evidence;
    this.doubts = doubts;
    if (clause.relative() != null && evidence.shift() == null) {
      doubts.add(Reason.NO_BASELINE);
    }
    this.byValue = byBound().worse(byBaseline());
    if (byValue.good() && tooFewSucceeded()) {
      doubts.add(Reason.TOO_FEW_SAMPLES);
    }
  }

  Verdict verdict() {
    boolean hollow = doubts.stream().anyMatch(it -> !it.flattersOnly());
    if (hollow || byValue.good() && !doubts.isEmpty()) {
      return Verdict.INCONCLUSIVE;
    }
    return byValue;
  }

  Set<Reason> reasons() {
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    reasons.addAll(doubts);
    if (byValue == Verdict.INCONCLUSIVE && evidence.sample() != null) {
      if (straddles()) {
        reasons.add(Reason.INTERVAL_STRADDLES_BOUND);
      }
    }
    return reasons;
  }

  /** How far beyond its bound, or beyond the allowance: the farther; null where it is neither. */
  @Nullable BigDecimal overBy() {
    Sample sample = evidence.sample();
    BigDecimal over = null;
    if (sample != null && clause.bound() != null) {
      over = clause.bound().side().beyond(sample.value(), clause.bound().limit());
    }
    BigDecimal allowed = allowed();
    if (allowed != null && evidence.shift() != null) {
      BigDecimal beyond = clause.subject().side().beyond(evidence.shift().difference(), allowed);
      over = over == null ? beyond : over.max(beyond);
    }
    return over == null || over.signum() <= 0 ? null : over;
  }

  @Nullable Long neededSamples() {
    Sample sample = evidence.sample();
    if (sample == null || sample.within() == null || clause.bound() == null) {
      return null;
    }
    boolean missing = doubts.contains(Reason.TOO_FEW_SAMPLES) || byBound() == Verdict.INCONCLUSIVE;
    return missing ? Needed.of(sample.within(), asked(clause.bound())) : null;
  }

  /** The difference to the baseline that is still within. */
  @Nullable BigDecimal allowed() {
    Shift shift = evidence.shift();
    return clause.relative() == null || shift == null
        ? null
        : clause.relative().limit(shift.baseline());
  }

  /** A sample that only failures made large enough shows a failure, not a pass. */
  private boolean tooFewSucceeded() {
    Sample sample = evidence.sample();
    Long least = clause.minima().samples();
    boolean counted = clause.subject() instanceof Subject.Counted it && it.isEvidence();
    return !counted && sample != null && least != null && sample.successes() < least;
  }

  private boolean straddles() {
    return byBound() == Verdict.INCONCLUSIVE
        || evidence.shift() != null && byBaseline() == Verdict.INCONCLUSIVE;
  }

  private Verdict byBound() {
    Bound bound = clause.bound();
    Sample sample = evidence.sample();
    if (bound == null) {
      return Verdict.PASS;
    }
    if (sample == null) {
      return Verdict.INCONCLUSIVE;
    }
    Verdict placed = placed(bound.side(), sample.value(), sample.interval(), bound.limit());
    return placed == Verdict.PASS && bound.warns(sample.value()) ? Verdict.WARN : placed;
  }

  private Verdict byBaseline() {
    BigDecimal allowed = allowed();
    Shift shift = evidence.shift();
    if (clause.relative() == null) {
      return Verdict.PASS;
    }
    return allowed == null || shift == null
        ? Verdict.INCONCLUSIVE
        : placed(clause.subject().side(), shift.difference(), shift.interval(), allowed);
  }

  private static Verdict placed(
      Side side, BigDecimal value, @Nullable Interval interval, BigDecimal limit) {
    if (interval == null) {
      return side.within(value, limit) ? Verdict.PASS : Verdict.FAIL;
    }
    if (interval.within(side, limit)) {
      return Verdict.PASS;
    }
    return interval.beyond(side, limit) ? Verdict.FAIL : Verdict.INCONCLUSIVE;
  }

  /** The share of requests that must be within the bound. */
  private BigDecimal asked(Bound bound) {
    if (clause.stat().quantile() != null) {
      return clause.stat().quantile().q();
    }
    return bound.side() == Side.MAX ? BigDecimal.ONE.subtract(bound.limit()) : bound.limit();
  }
}
