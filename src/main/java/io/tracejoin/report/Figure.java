package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The distribution of one measure. Milliseconds are exact to the nanosecond.
 *
 * @param kind what a time to first token is measured to; null for other measures
 * @param owner whom to ask when it is slow; null for figures of the whole
 * @param n values
 * @param known n over the size of the population that the measure has
 * @param designEffect the one of p95, else of the last quantile; rounded to 3 digits
 * @param designEffects by quantile
 * @param flags {@code censored_tail}: more attempts were cut off than lie above the quantile
 * @param quantiles nearest rank, by {@code p95_ms}; fields of the figure itself in JSON
 * @param ci95 bounds by {@code p95_ms}, null where n is too small for one
 * @param lowN quantiles of which a bound is missing
 * @param source {@code exact}; {@code histogram} where the raw pairs are removed
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Figure(
    String measure,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String kind,
    @Nullable String owner,
    long n,
    BigDecimal known,
    BigDecimal designEffect,
    Map<String, BigDecimal> designEffects,
    List<String> flags,
    @JsonAnyGetter Map<String, BigDecimal> quantiles,
    BigDecimal maxMs,
    BigDecimal meanMs,
    Map<String, List<@Nullable BigDecimal>> ci95,
    List<String> lowN,
    String source) {

  /** Puts the quantiles in ascending order. */
  @JsonCreator
  public Figure(
      String measure,
      @Nullable String kind,
      @Nullable String owner,
      long n,
      BigDecimal known,
      BigDecimal designEffect,
      Map<String, BigDecimal> designEffects,
      List<String> flags,
      @JsonAnySetter Map<String, BigDecimal> quantiles,
      BigDecimal maxMs,
      BigDecimal meanMs,
      Map<String, List<@Nullable BigDecimal>> ci95,
      List<String> lowN,
      String source) {
    this.measure = measure;
    this.kind = kind;
    this.owner = owner;
    this.n = n;
    this.known = known;
    this.designEffect = designEffect;
    this.designEffects = ascending(designEffects);
    this.flags = List.copyOf(flags);
    this.quantiles = ascending(quantiles);
    this.maxMs = maxMs;
    this.meanMs = meanMs;
    this.ci95 = ascending(ci95);
    this.lowN = List.copyOf(lowN);
    this.source = source;
  }

  /** The name with its kind, as in {@code client_ttft (token)}. */
  public String title() {
    return kind == null ? measure : measure + " (" + kind + ")";
  }

  static <V> Map<String, V> ascending(Map<String, V> byQuantile) {
    Map<String, V> sorted = new TreeMap<>(Figure::compareQuantiles);
    sorted.putAll(byQuantile);
    return Collections.unmodifiableMap(sorted);
  }

  private static int compareQuantiles(String left, String right) {
    return percent(left).compareTo(percent(right));
  }

  private static BigDecimal percent(String name) {
    return new BigDecimal(name.replace("_ms", "").substring(1));
  }
}
