package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;

/** What came of the declared SLO, as lines. */
final class SloText {

  private SloText() {}

  static List<String> lines(SloReport slo) {
    String asked =
        slo.clauses().entrySet().stream()
            .map(it -> it.getKey() + " <= " + it.getValue().toPlainString() + " ms")
            .collect(Collectors.joining(", "));
    return List.of(
        "SLO: %s; an answer of one token: %s".formatted(asked, slo.singleTokenTpot()),
        "  " + came(slo));
  }

  private static String came(SloReport slo) {
    BigDecimal attainment = slo.attainment();
    List<BigDecimal> interval = slo.ci95();
    if (attainment == null || interval == null) {
      return slo.noData().isEmpty()
          ? "nothing was sent in the window"
          : "no_data: no request has " + String.join(", ", slo.noData());
    }
    BigDecimal goodput = slo.goodputPerS();
    return "attainment %s %% [%s, %s]: %d good of %d sent; goodput %s/s: %d good%s completed"
        .formatted(
            percent(attainment),
            percent(interval.get(0)),
            percent(interval.get(1)),
            slo.good(),
            slo.sent(),
            goodput == null ? "-" : goodput.setScale(2, RoundingMode.HALF_UP).toPlainString(),
            slo.goodCompleted(),
            slo.completed() == null ? "" : " of " + slo.completed());
  }

  private static String percent(BigDecimal share) {
    return share.movePointRight(2).setScale(2, RoundingMode.DOWN).toPlainString();
  }
}
