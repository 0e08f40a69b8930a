package io.tracejoin.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a good request keeps to, in milliseconds; null where nothing is asked (semantics 11).
 *
 * @param ttftMs most time to first token
 * @param tpotMs most time per output token after the first
 * @param totalMs most time as a whole
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Slo(
    @JsonProperty("ttft_ms") @Nullable BigDecimal ttftMs,
    @JsonProperty("tpot_ms") @Nullable BigDecimal tpotMs,
    @JsonProperty("total_ms") @Nullable BigDecimal totalMs) {

  private static final int NANO_DIGITS = 6;

  /** A hundred years in milliseconds. */
  private static final BigDecimal MOST = BigDecimal.valueOf(3_000_000_000_000L);

  /**
   * Checks every bound that is given.
   *
   * @throws IllegalArgumentException for a bound below 0 or beyond a hundred years
   */
  public Slo {
    check("slo.ttft_ms", ttftMs);
    check("slo.tpot_ms", tpotMs);
    check("slo.total_ms", totalMs);
  }

  /** The bounds that are given; none where nothing is asked. */
  @JsonIgnore
  public List<Clause> clauses() {
    List<Clause> clauses = new ArrayList<>();
    add(clauses, Measure.CLIENT_TTFT, ttftMs);
    add(clauses, Measure.TPOT, tpotMs);
    add(clauses, Measure.CLIENT_TOTAL, totalMs);
    return List.copyOf(clauses);
  }

  private static void add(List<Clause> clauses, Measure measure, @Nullable BigDecimal ms) {
    if (ms != null) {
      clauses.add(new Clause(measure, ms.movePointRight(NANO_DIGITS).longValue()));
    }
  }

  private static void check(String field, @Nullable BigDecimal ms) {
    if (ms != null && (ms.signum() < 0 || ms.compareTo(MOST) > 0)) {
      throw new IllegalArgumentException(
          field + ": expected 0 to " + MOST + ", got " + ms.toPlainString());
    }
  }

  /**
   * One bound, included.
   *
   * @param measure client_ttft, tpot or client_total
   * @param mostNanos nanoseconds
   */
  public record Clause(Measure measure, long mostNanos) {}
}
