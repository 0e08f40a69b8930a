package io.tracejoin.report;

import io.tracejoin.run.K6Summary.Threshold;
import io.tracejoin.run.K6Summary.Verdict;
import io.tracejoin.run.RunDeclaration.Load;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Load and thresholds in the head of the text report: whoever reads no further has seen them. */
final class LoadText {

  private static final String MARGIN = "         ";

  /** The first screen is short; the JSON has all. */
  private static final int MOST_LISTED = 5;

  private LoadText() {}

  static List<String> lines(@Nullable LoadReport load, @Nullable K6Report k6) {
    List<String> lines = new ArrayList<>();
    if (load != null && worthTelling(load)) {
      lines.add("Load     " + promised(load) + "; " + delivered(load));
      if (load.vus() != null) {
        lines.add(MARGIN + users(load.vus()));
      }
    }
    if (load != null && load.observed() != null) {
      lines.add("Active   " + active(load.observed()));
    }
    if (k6 != null) {
      summary(lines, k6);
    }
    return lines;
  }

  private static String active(ObservedLoad observed) {
    BigDecimal mean = observed.activeMean();
    BigDecimal lag = observed.scheduleLag().get("p99_ms");
    return "%s requests under way on average, at most %d%s"
        .formatted(
            mean == null ? "-" : rate(mean),
            observed.activeMax(),
            lag == null ? "" : "; sends late by " + rate(lag) + " ms at p99");
  }

  private static boolean worthTelling(LoadReport load) {
    return load.promised() != null || !load.scenarios().isEmpty() || load.iterations() != null;
  }

  private static String promised(LoadReport load) {
    Load promised = load.promised();
    if (load.targetPerS() != null) {
      return "promised " + rate(load.targetPerS()) + "/s" + executor(promised);
    }
    return promised == null ? "no rate promised" : "promised no rate" + executor(promised);
  }

  private static String executor(@Nullable Load promised) {
    if (promised == null) {
      return "";
    }
    String name = promised.executor() == null ? promised.model() : promised.executor();
    return name == null ? "" : " (" + name + ")";
  }

  private static String delivered(LoadReport load) {
    if (load.deliveredPerS() == null) {
      return "nothing delivered yet";
    }
    String what = load.iterations() == null ? "" : iterations(load);
    return "delivered " + rate(load.deliveredPerS()) + "/s over " + load.durationS() + " s" + what;
  }

  private static String iterations(LoadReport load) {
    Long dropped = load.droppedIterations();
    return ": %d iterations, %s dropped"
        .formatted(load.iterations(), dropped == null ? "-" : dropped.toString());
  }

  private static String users(LoadReport.Users users) {
    return "virtual users: at most %s in use, %s allocated, %s promised"
        .formatted(known(users.used()), known(users.allocated()), known(users.promised()));
  }

  private static void summary(List<String> lines, K6Report k6) {
    lines.add("k6       " + thresholds(k6) + "; " + records(k6));
    List<Threshold> notPassed =
        k6.thresholds().stream().filter(it -> it.verdict() != Verdict.PASSED).toList();
    notPassed.stream().limit(MOST_LISTED).forEach(it -> lines.add(MARGIN + threshold(it)));
    if (notPassed.size() > MOST_LISTED) {
      lines.add(MARGIN + "and " + (notPassed.size() - MOST_LISTED) + " more");
    }
  }

  private static String thresholds(K6Report k6) {
    if (k6.thresholds().isEmpty()) {
      return "no thresholds in the summary";
    }
    return "thresholds: %d passed, %d failed, %d without data"
        .formatted(
            count(k6, Verdict.PASSED), count(k6, Verdict.FAILED), count(k6, Verdict.NO_DATA));
  }

  private static long count(K6Report k6, Verdict verdict) {
    return k6.thresholds().stream().filter(it -> it.verdict() == verdict).count();
  }

  private static String records(K6Report k6) {
    return "%d records of %s requests".formatted(k6.acceptedRows(), known(k6.httpReqs()));
  }

  private static String threshold(Threshold threshold) {
    String verdict = threshold.verdict() == Verdict.FAILED ? "FAILED" : "NO DATA";
    return "%-7s  %s: %s".formatted(verdict, threshold.metric(), threshold.expression());
  }

  private static String rate(BigDecimal value) {
    return value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  private static String known(@Nullable Number number) {
    return number == null ? "-" : number.toString();
  }
}
