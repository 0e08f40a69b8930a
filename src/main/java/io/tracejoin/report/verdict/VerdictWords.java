package io.tracejoin.report.verdict;

import static java.util.stream.Collectors.joining;

import io.tracejoin.report.verdict.VerdictAnswer.ClauseAnswer;
import io.tracejoin.report.verdict.VerdictAnswer.GuiltyPhase;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parts of sentences that all forms for people share. */
final class VerdictWords {

  private static final int DIGITS = 2;
  private static final int RATIO_DIGITS = 4;

  private VerdictWords() {}

  /** The verdict, and of a failure who is at fault. */
  static String headline(VerdictAnswer verdict) {
    String word = verdict.verdict().toUpperCase(Locale.ROOT);
    if (verdict.wouldBe() != null) {
      return word + " (would be " + verdict.wouldBe() + ")";
    }
    if (!verdict.guilty().isEmpty()) {
      return word
          + "  "
          + verdict.guilty().stream().map(VerdictWords::guilty).collect(joining("; "));
    }
    String reasons =
        verdict.clauses().stream()
            .filter(it -> it.verdict().equals(verdict.verdict()) && !verdict.good())
            .map(it -> it.reason() == null ? it.id() : it.id() + ": " + it.reason())
            .collect(joining("; "));
    return reasons.isEmpty() ? word : word + "  " + reasons;
  }

  private static String guilty(GuiltyPhase it) {
    String owner = it.owner() == null ? "" : " (" + it.owner() + ")";
    String ms = rounded(it.overByMs(), DIGITS).toPlainString();
    return Boolean.TRUE.equals(it.inferred())
        ? it.phase() + owner + " inferred: it grows most towards the tail, by " + ms + " ms"
        : it.phase() + owner + " " + ms + " ms over";
  }

  /** Run, revision and budget. */
  static String subject(VerdictAnswer it) {
    return "run %s, %s; budget %s v%d%s%s"
        .formatted(
            it.runId(),
            it.revision() == 0 ? it.state() : "revision " + it.revision(),
            it.budget().name(),
            it.budget().version(),
            it.budget().postHoc() ? " (post hoc)" : "",
            it.baseline() == null
                ? ""
                : "; baseline " + it.baseline().runId() + " revision " + it.baseline().revision());
  }

  /** What is bounded, of which requests. */
  static String measured(ClauseAnswer it) {
    String kind = it.kind() == null ? "" : " (" + it.kind() + ")";
    String where = it.where() == null ? "" : " {" + it.where() + "}";
    return it.measure() + kind + " " + it.stat() + where;
  }

  /** The value; where rounding would put it on the other side of its bound, not rounded. */
  static String value(ClauseAnswer it) {
    BigDecimal value = it.value();
    if (value == null) {
      return "-";
    }
    BigDecimal bound = it.bound();
    BigDecimal rounded = rounded(value, digits(it.unit()));
    boolean misleads = bound != null && value.compareTo(bound) != rounded.compareTo(bound);
    return (misleads ? value : rounded).toPlainString() + unit(it.unit());
  }

  /** The interval; a hyphen where there is none, or a bound is not known. */
  static String interval(@Nullable List<@Nullable BigDecimal> ci95, String unit) {
    return ci95 == null
        ? "-"
        : "[" + number(ci95.get(0), unit) + ", " + number(ci95.get(1), unit) + "]";
  }

  /** The fixed bound and the relative one. */
  static String bound(ClauseAnswer it) {
    String fixed =
        it.bound() == null ? "" : it.sign() + " " + it.bound().toPlainString() + unit(it.unit());
    if (it.vsBaseline() == null) {
      return fixed;
    }
    String relative = "baseline " + it.vsBaseline().allowance();
    return fixed.isEmpty() ? relative : fixed + "; " + relative;
  }

  /** Why, in words: the reasons, or how far the value is over. */
  static String why(ClauseAnswer it) {
    StringBuilder why = new StringBuilder(it.reason() == null ? "" : it.reason());
    if (it.verdict().equals("fail") && it.overBy() != null) {
      why.append(why.isEmpty() ? "" : "; ").append(over(it));
    }
    if (it.vsBaseline() != null && it.vsBaseline().difference() != null) {
      why.append(why.isEmpty() ? "" : "; ")
          .append("baseline ")
          .append(number(it.vsBaseline().baseline(), it.unit()))
          .append(", difference ")
          .append(number(it.vsBaseline().difference(), it.unit()))
          .append(' ')
          .append(interval(it.vsBaseline().ci95(), it.unit()));
    }
    if (it.neededSamples() != null) {
      why.append(why.isEmpty() ? "" : "; ")
          .append(it.neededSamples())
          .append(" samples would decide");
    }
    return why.toString();
  }

  private static String over(ClauseAnswer it) {
    BigDecimal over = it.overBy() == null ? BigDecimal.ZERO : it.overBy();
    BigDecimal rounded = rounded(over, digits(it.unit()));
    BigDecimal shown = rounded.signum() == 0 ? over : rounded;
    return shown.toPlainString() + unit(it.unit()) + (it.sign().equals("<=") ? " over" : " short");
  }

  private static String number(@Nullable BigDecimal value, String unit) {
    return value == null ? "-" : rounded(value, digits(unit)).toPlainString();
  }

  private static String unit(String unit) {
    return switch (unit) {
      case "ms" -> " ms";
      case "1/s" -> "/s";
      default -> "";
    };
  }

  private static int digits(String unit) {
    return switch (unit) {
      case "ratio" -> RATIO_DIGITS;
      case "count" -> 0;
      default -> DIGITS;
    };
  }

  private static BigDecimal rounded(BigDecimal value, int digits) {
    return value.setScale(digits, RoundingMode.HALF_UP);
  }
}
