package io.tracejoin.report;

import io.tracejoin.report.Report.Warning;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a summary and the records can be of one test at all. */
final class SummaryWarnings {

  private static final BigDecimal MOST_COMPLETE = new BigDecimal("1.01");

  /** Files print microseconds at worst. */
  private static final BigDecimal ROUNDING_MS = new BigDecimal("0.001");

  private SummaryWarnings() {}

  static Optional<Warning> otherRun(@Nullable K6Report k6, int generators) {
    if (k6 == null) {
      return Optional.empty();
    }
    BigDecimal completeness = k6.completeness();
    if (completeness != null && completeness.compareTo(MOST_COMPLETE) > 0) {
      return Optional.of(
          warning(
              k6.acceptedRows()
                  + " records were accepted, but the summary counts "
                  + k6.httpReqs()
                  + " requests: "
                  + (generators > 1
                      ? "it speaks of one of " + generators + " generators, or of another test"
                      : "it is of another test, or the run holds records of several")));
    }
    return differs(k6)
        ? Optional.of(
            warning(
                "as many records were accepted as the summary counts, but its longest request took "
                    + plain(k6.longestRequestMs())
                    + " ms and ours "
                    + plain(k6.longestRowMs())
                    + " ms: it is of another test"))
        : Optional.empty();
  }

  private static boolean differs(K6Report k6) {
    BigDecimal theirs = k6.longestRequestMs();
    BigDecimal ours = k6.longestRowMs();
    return k6.httpReqs() != null
        && k6.httpReqs() == k6.acceptedRows()
        && theirs != null
        && ours != null
        && theirs.subtract(ours).abs().compareTo(ROUNDING_MS) > 0;
  }

  private static String plain(@Nullable BigDecimal value) {
    return value == null ? "-" : value.toPlainString();
  }

  private static Warning warning(String message) {
    return new Warning("other_run", message);
  }
}
