package io.tracejoin.budget;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is odd about a budget that can be read. */
public final class Advice {

  /** The addends of client_total; prefill and decode are inside generation. */
  private static final Set<Measure> OF_TOTAL =
      EnumSet.of(
          Measure.NETWORK_ENVELOPE,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.GENERATION,
          Measure.PROVIDER_REQUEST,
          Measure.RESPONSE_WRITE,
          Measure.UNATTRIBUTED);

  /** What comes before the first token. */
  private static final Set<Measure> OF_TTFT =
      EnumSet.of(
          Measure.TTFT_ENVELOPE,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.PREFILL);

  private final Budget budget;
  private final List<String> warnings = new ArrayList<>();

  private Advice(Budget budget) {
    this.budget = budget;
  }

  /** Sentences that start with what they are about; empty where nothing is odd. */
  public static List<String> on(Budget budget) {
    Advice advice = new Advice(budget);
    advice.splits();
    advice.evidence();
    advice.baseline();
    return List.copyOf(advice.warnings);
  }

  /**
   * A budget can be a split of what a user is promised. Every part applies to some request, so the
   * least bound of each part is taken: if these alone exceed the whole, the split cannot be meant.
   */
  private void splits() {
    Set<String> stats =
        budget.clauses().stream()
            .filter(it -> it.stat().quantile() != null)
            .map(it -> it.stat().code())
            .collect(Collectors.toCollection(java.util.TreeSet::new));
    for (String stat : stats) {
      split(stat, Measure.CLIENT_TOTAL, least(stat, Measure.CLIENT_TOTAL), OF_TOTAL);
      split(stat, Measure.CLIENT_TTFT, least(stat, Measure.CLIENT_TTFT), OF_TTFT);
    }
    for (Clause clause : budget.clauses()) {
      BigDecimal total = clause.slo() == null ? null : clause.slo().bounds().totalMs();
      if (total != null) {
        stats.forEach(it -> split(it, "slo.total_ms of " + clause.id(), total, OF_TOTAL));
      }
    }
  }

  private void split(String stat, Measure whole, @Nullable BigDecimal bound, Set<Measure> parts) {
    if (bound != null) {
      split(stat, whole.code(), bound, parts);
    }
  }

  private void split(String stat, String whole, BigDecimal bound, Set<Measure> parts) {
    Map<Measure, BigDecimal> bounds = new EnumMap<>(Measure.class);
    for (Measure part : parts) {
      BigDecimal least = least(stat, part);
      if (least != null) {
        bounds.put(part, least);
      }
    }
    BigDecimal sum = bounds.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    if (sum.compareTo(bound) > 0) {
      warnings.add(
          "parts_exceed_whole: at %s the parts (%s) may take %s ms together, %s %s ms"
              .formatted(stat, names(bounds), sum.toPlainString(), whole, bound.toPlainString()));
    }
  }

  private static String names(Map<Measure, BigDecimal> bounds) {
    return bounds.entrySet().stream()
        .map(it -> it.getKey().code() + " " + it.getValue().toPlainString())
        .collect(Collectors.joining(" + "));
  }

  private @Nullable BigDecimal least(String stat, Measure measure) {
    BigDecimal least = null;
    for (Clause clause : budget.clauses()) {
      if (clause.bound() != null
          && clause.stat().code().equals(stat)
          && clause.subject() instanceof Subject.Latency latency
          && latency.measure() == measure) {
        BigDecimal limit = clause.bound().limit();
        least = least == null ? limit : least.min(limit);
      }
    }
    return least;
  }

  private void evidence() {
    for (Clause clause : budget.clauses()) {
      if (clause.subject() instanceof Subject.Latency latency
          && latency.ofPairs()
          && clause.minima().coverage() == null) {
        warnings.add(
            "no_min_coverage: " + clause.id() + " passes however few requests have a trace");
      }
      lowN(clause);
    }
  }

  private void lowN(Clause clause) {
    if (clause.stat().quantile() == null) {
      return;
    }
    long needed = Needed.forAnInterval(clause.stat().quantile());
    Long asked = clause.minima().samples();
    if (asked == null || asked < needed) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "low_min_samples: %s at %s has no confidence interval below %d independent requests;"
                  + " min_samples is %s",
              clause.id(),
              clause.stat().code(),
              needed,
              asked == null ? "not set" : asked.toString()));
    }
  }

  private void baseline() {
    if (budget.comparesWithBaseline() && budget.baseline() == null) {
      warnings.add(
          "no_baseline: a clause compares with a baseline and the budget names none: each verdict"
              + " needs ?baseline=RUN");
    }
  }
}
