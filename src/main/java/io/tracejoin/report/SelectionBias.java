package io.tracejoin.report;

import io.tracejoin.statistics.MatchedRank;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.TwoSamples;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether the matched successes are a fair sample of all (semantics 7). Figures of phases speak for
 * the matched alone: where slow requests lost their traces, they are too good.
 */
public final class SelectionBias {

  private static final int DIGITS = 6;

  private final BiasFacts facts;
  private final List<Quantile> quantiles;
  private final @Nullable TwoSamples test;
  private final double p;

  private SelectionBias(BiasFacts facts, List<Quantile> quantiles) {
    this.facts = facts;
    this.quantiles = quantiles;
    Long distance = facts.distance();
    this.test =
        distance == null ? null : new TwoSamples(facts.matched(), facts.unmatched(), distance);
    this.p = test == null ? 1 : p(test, facts);
  }

  /**
   * The bias of a cohort's selected requests at these quantiles. Unmatched are those that the
   * selector does not rule out.
   */
  public static SelectionBias of(
      RunData data, Cohort cohort, Selector selector, List<Quantile> quantiles) {
    return new SelectionBias(data.bias(cohort, selector, quantiles), quantiles);
  }

  /** The bias of each slice, in the order of {@link SliceCut}. */
  static List<SelectionBias> of(
      RunData data, Cohort cohort, Selector selector, SliceCut cut, List<Quantile> quantiles) {
    return data.bias(cohort, selector, cut, quantiles).stream()
        .map(it -> new SelectionBias(it, quantiles))
        .toList();
  }

  private static double p(TwoSamples test, BiasFacts facts) {
    return TwoSamples.exact(test.n(), test.m()) ? test.exactP(facts.ties()) : test.asymptoticP();
  }

  /**
   * Whether the matched are another population at this quantile. False where one side is empty.
   *
   * @param quantile one of those asked for
   */
  public boolean biasedAt(Quantile quantile) {
    BiasFacts.Split split = facts.at().get(quantile);
    return split != null && rank(quantile, split).biased(p);
  }

  private MatchedRank rank(Quantile quantile, BiasFacts.Split split) {
    return new MatchedRank(quantile, split.below(), facts.matched());
  }

  /** As published. */
  Bias published() {
    return new Bias(
        test == null ? null : Decimals.rounded(test.statistic(), DIGITS),
        test == null ? null : Decimals.rounded(p, DIGITS),
        by("", it -> Decimals.share(it.below(), facts.matched())),
        new Bias.Side(facts.matched(), by("_ms", it -> Decimals.ms(it.matchedNanos()))),
        new Bias.Side(facts.unmatched(), by("_ms", it -> Decimals.ms(it.unmatchedNanos()))),
        Quantile.STANDARD.stream().anyMatch(this::biasedAt),
        biasedAt());
  }

  private List<String> biasedAt() {
    List<String> biased = new ArrayList<>();
    quantiles.stream().filter(this::biasedAt).forEach(it -> biased.add(it.name()));
    return biased;
  }

  private Map<String, BigDecimal> by(
      String suffix, Function<BiasFacts.Split, @Nullable BigDecimal> value) {
    Map<String, BigDecimal> byName = new LinkedHashMap<>();
    for (Quantile quantile : quantiles) {
      BiasFacts.Split split = facts.at().get(quantile);
      BigDecimal found = split == null ? null : value.apply(split);
      if (found != null) {
        byName.put(quantile.name() + suffix, found);
      }
    }
    return byName;
  }
}
