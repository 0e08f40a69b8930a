package io.tracejoin.report.verdict;

import static java.util.stream.Collectors.joining;

import io.tracejoin.budget.Clause;
import io.tracejoin.budget.ClauseEvidence;
import io.tracejoin.budget.ClauseVerdict;
import io.tracejoin.budget.Guilty;
import io.tracejoin.budget.Interval;
import io.tracejoin.budget.Reason;
import io.tracejoin.budget.Sample;
import io.tracejoin.budget.Shift;
import io.tracejoin.budget.Subject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts what was judged into the form that is answered. */
final class Answers {

  private static final int DIGITS = 12;

  private Answers() {}

  static VerdictAnswer.GuiltyPhase of(Guilty guilty) {
    return new VerdictAnswer.GuiltyPhase(
        guilty.phase(), guilty.owner(), number(guilty.overBy()), guilty.inferred() ? true : null);
  }

  static VerdictAnswer.ClauseAnswer of(ClauseVerdict judged) {
    Clause clause = judged.clause();
    ClauseEvidence evidence = judged.evidence();
    Sample sample = evidence.sample();
    return new VerdictAnswer.ClauseAnswer(
        clause.id(),
        clause.subject().code(),
        kind(clause.subject()),
        clause.stat().code(),
        where(clause),
        judged.verdict().code(),
        judged.verdict() == judged.wouldBe() ? null : judged.wouldBe().code(),
        sample == null ? null : number(sample.value()),
        clause.subject().unit(),
        sample == null ? null : bounds(sample.interval()),
        sample == null ? 0 : sample.n(),
        clause.subject().side().sign(),
        clause.bound() == null ? null : number(clause.bound().limit()),
        clause.bound() == null ? null : optional(clause.bound().warn()),
        optional(judged.overBy()),
        reasons(judged, Reason::code),
        judged.reasons().stream().map(Reason::code).toList(),
        reasons(judged, Reason::meaning),
        clause.subject().phase(),
        clause.subject().owner(),
        optional(evidence.coverage()),
        judged.neededSamples(),
        relative(judged),
        evidence.examples());
  }

  private static VerdictAnswer.@Nullable Relative relative(ClauseVerdict judged) {
    Clause clause = judged.clause();
    Shift shift = judged.evidence().shift();
    if (clause.relative() == null) {
      return null;
    }
    String allowance =
        clause.relative()
            + (clause.subject().unit().equals("ms") && clause.relative().amount() != null
                ? "ms"
                : "");
    return shift == null
        ? new VerdictAnswer.Relative(allowance, null, null, null, null)
        : new VerdictAnswer.Relative(
            allowance,
            number(shift.baseline()),
            number(shift.difference()),
            bounds(shift.interval()),
            optional(judged.allowed()));
  }

  private static @Nullable String kind(Subject subject) {
    return subject instanceof Subject.Latency latency && latency.kind() != null
        ? latency.kind().code()
        : null;
  }

  private static @Nullable String where(Clause clause) {
    return clause.where().isEmpty()
        ? null
        : clause.where().entrySet().stream()
            .map(it -> it.getKey() + "=" + it.getValue().stream().sorted().collect(joining(",")))
            .collect(joining("&"));
  }

  private static @Nullable String reasons(
      ClauseVerdict judged, java.util.function.Function<Reason, String> text) {
    return judged.reasons().isEmpty()
        ? null
        : judged.reasons().stream().map(text).collect(joining(", "));
  }

  private static @Nullable List<@Nullable BigDecimal> bounds(@Nullable Interval interval) {
    if (interval == null) {
      return null;
    }
    List<@Nullable BigDecimal> bounds = new ArrayList<>();
    bounds.add(optional(interval.low()));
    bounds.add(optional(interval.high()));
    return bounds;
  }

  private static @Nullable BigDecimal optional(@Nullable BigDecimal value) {
    return value == null ? null : number(value);
  }

  /** With no more digits than it has; a quotient without an end to 12. */
  private static BigDecimal number(BigDecimal value) {
    BigDecimal kept = value.scale() > DIGITS ? value.setScale(DIGITS, RoundingMode.HALF_UP) : value;
    BigDecimal stripped = kept.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
