package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.statistics.ClopperPearson;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How much load the SLO's attainment bears (semantics 11). Between the two rates nothing is
 * decided.
 *
 * @param target share of the requests that must be good
 * @param lastPass the highest delivered rate up to which every step surely reaches it; null where
 *     the first step does not
 * @param firstFail the lowest delivered rate that surely does not; null where there is none
 * @param reason {@code no_slo} or {@code no_data} where nothing can be judged
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Capacity(
    BigDecimal target,
    @Nullable BigDecimal lastPass,
    @Nullable BigDecimal firstFail,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {

  /** One step's good requests. */
  record Judged(BigDecimal rate, long good, long sent) {}

  static Capacity unknown(BigDecimal target, String reason) {
    return new Capacity(target, null, null, reason);
  }

  static Capacity of(BigDecimal target, List<Judged> steps) {
    double asked = target.doubleValue();
    BigDecimal lastPass = null;
    BigDecimal firstFail = null;
    boolean passing = true;
    for (Judged step : steps.stream().sorted(Comparator.comparing(Judged::rate)).toList()) {
      ClopperPearson interval = ClopperPearson.of(step.good, step.sent);
      passing &= interval.low() >= asked;
      if (passing) {
        lastPass = step.rate;
      }
      if (firstFail == null && interval.high() < asked) {
        firstFail = step.rate;
      }
    }
    return new Capacity(target, lastPass, firstFail, null);
  }
}
