package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Findings as lines: what, whose, where to look, and the numbers that moved. */
final class FindingsText {

  private FindingsText() {}

  static List<String> lines(List<FindingAnswer> findings) {
    List<String> lines = new ArrayList<>();
    findings.forEach(
        it -> {
          lines.add(
              it.code()
                  + (it.between() == null ? "" : " (" + it.between() + ")")
                  + ": "
                  + it.symptom());
          lines.add("  Owner: " + it.owner() + ". Check first: " + it.firstCheck() + ".");
          it.evidence().forEach((measure, numbers) -> lines.add("  " + evidence(measure, numbers)));
        });
    return lines;
  }

  private static String evidence(String measure, Map<String, BigDecimal> numbers) {
    BigDecimal before = numbers.get("baseline_p95_ms");
    BigDecimal after = numbers.get("run_p95_ms");
    if (before == null || after == null) {
      return measure + ": " + named(numbers);
    }
    return "%s: p95 %s -> %s ms, mean %s -> %s ms%s"
        .formatted(
            measure,
            rounded(before),
            rounded(after),
            rounded(numbers.getOrDefault("baseline_mean_ms", BigDecimal.ZERO)),
            rounded(numbers.getOrDefault("run_mean_ms", BigDecimal.ZERO)),
            shares(numbers));
  }

  private static String shares(Map<String, BigDecimal> numbers) {
    BigDecimal before = numbers.get("baseline_share_above_1_ms");
    BigDecimal after = numbers.get("run_share_above_1_ms");
    return before == null || after == null
        ? ""
        : "; above 1 ms in %s -> %s %% of the requests"
            .formatted(rounded(before.movePointRight(2)), rounded(after.movePointRight(2)));
  }

  private static String named(Map<String, BigDecimal> numbers) {
    return numbers.entrySet().stream()
        .map(it -> it.getKey() + " " + it.getValue().toPlainString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String rounded(BigDecimal value) {
    return value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
