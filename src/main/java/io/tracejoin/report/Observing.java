package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.ObservedLoad.Little;
import io.tracejoin.report.ObservedLoad.Stationarity;
import io.tracejoin.report.Report.Warning;
import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.Bootstrapped;
import io.tracejoin.statistics.DesignEffect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at the load from the requests, and says where it was not what it is taken for. */
final class Observing {

  private static final int DIGITS = 6;
  private static final double NANOS_PER_MS = 1e6;
  private static final double LEVEL = 0.95;
  private static final BigDecimal TENTH = new BigDecimal("0.1");
  private static final List<String> FIRST_TOKENS = List.of("token", "chunk", "first_byte");

  private final RunData data;
  private final PromisedLoad promised;
  private final Cohort cohort;
  private final List<Figure> figures;

  Observing(RunData data, PromisedLoad promised, Cohort cohort, List<Figure> figures) {
    this.data = data;
    this.promised = promised;
    this.cohort = cohort;
    this.figures = figures;
  }

  /**
   * The load as seen.
   *
   * @param kind of the run, as declared; null where it was not
   * @param p95OfTotal nanoseconds
   */
  ObservedLoad observed(
      @Nullable String kind, @Nullable BigDecimal completedPerS, long p95OfTotal) {
    Activity activity = data.activity(cohort);
    return new ObservedLoad(
        perSecond(activity),
        completedPerS,
        over(activity, Activity.OfGenerator::busyNanos),
        activity.most(),
        figure("schedule_lag", null).map(Figure::quantiles).orElse(Map.of()),
        little(activity),
        steady(kind) ? stationarity(p95OfTotal) : null,
        List.of());
  }

  /** What is wrong with it. */
  List<Warning> warnings(ObservedLoad observed) {
    List<Warning> warnings = new ArrayList<>();
    closedInEffect().ifPresent(warnings::add);
    Stationarity stationarity = observed.stationarity();
    if (stationarity != null && !stationarity.stationary()) {
      warnings.add(notStationary(stationarity));
    }
    Little little = observed.little();
    if (little != null && mismatch(little)) {
      warnings.add(littleMismatch(little));
    }
    return warnings;
  }

  private Optional<Warning> closedInEffect() {
    Optional<Figure> lag = figure("schedule_lag", null);
    Optional<Figure> wait =
        Stream.concat(
                FIRST_TOKENS.stream().map(it -> figure("client_ttft", it)),
                Stream.of(figure("client_total", null)))
            .flatMap(Optional::stream)
            .findFirst();
    if (lag.isEmpty() || wait.isEmpty() || closed()) {
      return Optional.empty();
    }
    BigDecimal late = at(lag.get(), "p99_ms");
    BigDecimal usual = at(wait.get(), "p50_ms");
    return late.compareTo(usual.multiply(TENTH)) <= 0
        ? Optional.empty()
        : Optional.of(
            new Warning(
                "closed_in_effect",
                String.format(
                    Locale.ROOT,
                    "sends were late: the p99 of schedule_lag is %.3f ms, over a tenth of the p50 of"
                        + " %s (%.3f ms). The generator waited for answers; response_time tells what"
                        + " a user on schedule waited",
                    late,
                    wait.get().title(),
                    usual)));
  }

  private static Warning notStationary(Stationarity found) {
    return new Warning(
        "not_stationary",
        String.format(
            Locale.ROOT,
            "the mean of %s rose from %.3f ms in the window's first third to %.3f ms in its last:"
                + " the warm-up is too short, or load piles up",
            found.measure(),
            found.firstMeanMs(),
            found.lastMeanMs()));
  }

  private static Warning littleMismatch(Little little) {
    return new Warning(
        "little_mismatch",
        String.format(
            Locale.ROOT,
            "%d virtual users are declared, but rate times client_wall is %.2f: records are missing,"
                + " or users wait outside of client_wall",
            little.declared(),
            little.rateTimesWall()));
  }

  private static boolean mismatch(Little little) {
    BigDecimal declared = BigDecimal.valueOf(little.declared());
    return little.rateTimesWall().subtract(declared).abs().compareTo(declared.multiply(TENTH)) > 0;
  }

  private @Nullable Little little(Activity activity) {
    long users =
        loads().stream()
            .filter(it -> "closed".equals(it.model()) && it.stages() == null)
            .mapToLong(it -> it.vus() == null ? 0 : it.vus())
            .sum();
    BigDecimal inFlight = over(activity, Activity.OfGenerator::wallNanos);
    return users == 0 || inFlight == null ? null : new Little(users, inFlight);
  }

  private boolean closed() {
    Collection<Load> loads = loads();
    return !loads.isEmpty() && loads.stream().allMatch(it -> "closed".equals(it.model()));
  }

  private Collection<Load> loads() {
    Load whole = promised.whole();
    return whole == null ? promised.scenarios().values() : List.of(whole);
  }

  /** Whether the load is meant to be the same from the window's start to its end. */
  private boolean steady(@Nullable String kind) {
    boolean staged = loads().stream().anyMatch(it -> it.stages() != null && !it.stages().isEmpty());
    return kind == null ? !staged : kind.equals("steady");
  }

  private @Nullable Stationarity stationarity(long p95OfTotal) {
    Measure measure =
        figure("gpu_queue", null).isPresent() ? Measure.GPU_QUEUE : Measure.CLIENT_TOTAL;
    Thirds thirds =
        data.thirds(cohort, measure, DesignEffect.blockNanos(p95OfTotal, cohort.longest()));
    if (thirds.first().blocks() == 0 || thirds.last().blocks() == 0) {
      return null;
    }
    Bootstrapped shift =
        BlockBootstrap.seededFrom(data.facts().runId()).meanShift(thirds.first(), thirds.last());
    Optional<Bootstrapped.Interval> interval = shift.interval(LEVEL);
    boolean grew =
        shift.value() > TENTH.doubleValue() * thirds.first().mean()
            && interval.map(it -> it.low() > 0).orElse(false);
    return new Stationarity(
        measure.code(),
        ms(thirds.first().mean()),
        ms(thirds.last().mean()),
        interval.map(it -> List.of(ms(it.low()), ms(it.high()))).orElse(List.of()),
        !grew);
  }

  private @Nullable BigDecimal perSecond(Activity activity) {
    return cohort.perSecond(
        generator ->
            activity.generators().stream()
                .filter(it -> it.generator().equals(generator))
                .mapToLong(Activity.OfGenerator::sent)
                .sum());
  }

  /** Time over time: each generator's over its own windows. */
  private @Nullable BigDecimal over(Activity activity, NanosOf nanos) {
    return cohort.over(
        generator ->
            activity.generators().stream()
                .filter(it -> it.generator().equals(generator))
                .map(nanos::of)
                .reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  private Optional<Figure> figure(String measure, @Nullable String kind) {
    return figures.stream()
        .filter(it -> it.measure().equals(measure) && Objects.equals(it.kind(), kind))
        .findFirst();
  }

  private static BigDecimal at(Figure figure, String quantile) {
    return Objects.requireNonNull(figure.quantiles().get(quantile));
  }

  private static BigDecimal ms(double nanos) {
    return Decimals.rounded(nanos / NANOS_PER_MS, DIGITS);
  }

  /** One of the sums of a generator. */
  private interface NanosOf {
    BigDecimal of(Activity.OfGenerator generator);
  }
}
