package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.diagnosis.Change;
import io.tracejoin.diagnosis.Finding;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A rule that fired; the record is the JSON.
 *
 * @param between which stretches of one run were compared; null between runs
 * @param evidence numbers by measure; the baseline's and the run's, or the earlier and the later
 *     stretch's
 */
@JsonNaming(SnakeCaseStrategy.class)
public record FindingAnswer(
    String code,
    String symptom,
    String owner,
    String firstCheck,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String between,
    Map<String, Map<String, BigDecimal>> evidence) {

  private static final int DIGITS = 6;

  /** Stored maps come back in another order: puts the measures in reading order. */
  public FindingAnswer {
    Map<String, Map<String, BigDecimal>> sorted = new LinkedHashMap<>();
    InOrder.ofMeasures(evidence).forEach((name, it) -> sorted.put(name, InOrder.ofText(it)));
    evidence = Collections.unmodifiableMap(sorted);
  }

  static List<FindingAnswer> of(List<Finding> findings, @Nullable String between) {
    return findings.stream().map(it -> of(it, between)).toList();
  }

  private static FindingAnswer of(Finding finding, @Nullable String between) {
    Map<String, Map<String, BigDecimal>> evidence = new LinkedHashMap<>();
    finding.evidence().forEach(it -> evidence.put(it.name(), numbers(it)));
    return new FindingAnswer(
        finding.rule().code(),
        finding.rule().symptom(),
        finding.rule().owner(),
        finding.rule().firstCheck(),
        between,
        evidence);
  }

  private static Map<String, BigDecimal> numbers(Change change) {
    Map<String, BigDecimal> numbers = new LinkedHashMap<>();
    change.numbers().forEach((name, value) -> numbers.put(name, Decimals.rounded(value, DIGITS)));
    return numbers;
  }
}
