package io.tracejoin.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.report.Tally.Place;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts of one run's client records, added up from tallies (semantics 7). */
final class Populations {

  private static final Set<Outcome> CUT_OFF =
      EnumSet.of(Outcome.TIMEOUT, Outcome.DISCONNECTED, Outcome.CANCELLED);

  private final List<Tally> tallies;
  private final Cohort cohort;
  private final List<Tally> inside;

  Populations(List<Tally> tallies, Cohort cohort) {
    this.tallies = tallies;
    this.cohort = cohort;
    this.inside = tallies.stream().filter(it -> it.in(cohort)).toList();
  }

  long cohortSize() {
    return count(inside, it -> true);
  }

  long successes() {
    return count(inside, Tally::success);
  }

  /** Records of the cohort outside coverage's denominator left out. */
  long expected() {
    return count(inside, Tally::expected);
  }

  long matched() {
    return count(inside, Tally::matched);
  }

  /** Null where no trace was expected. */
  @Nullable BigDecimal coverage() {
    return Decimals.share(matched(), expected());
  }

  /** Null where no success was expected to have a trace. */
  @Nullable BigDecimal coverageSuccess() {
    return Decimals.share(
        count(inside, it -> it.matched() && it.success()),
        count(inside, it -> it.expected() && it.success()));
  }

  long uncorrelated() {
    return count(inside, it -> it.reason() == Reason.UNCORRELATED);
  }

  long noSendTime() {
    return count(tallies, it -> it.place() == Place.NO_SEND_TIME);
  }

  /** Share of the cohort that was cut off, by the client or with the generator's stop. */
  BigDecimal censored(long interrupted) {
    long cut = count(inside, it -> CUT_OFF.contains(it.outcome())) + interrupted;
    long size = cohortSize();
    return size == 0 ? BigDecimal.ZERO : Objects.requireNonNull(Decimals.share(cut, size));
  }

  Report.Population population() {
    long success = count(inside, Tally::success);
    long unsent = noSendTime();
    return new Report.Population(
        count(tallies, it -> true),
        cohortSize(),
        success,
        by(inside.stream().filter(it -> !it.success()).toList(), it -> it.outcome().code()),
        Decimals.faults(cohortSize() - success, cohortSize()),
        count(tallies, it -> it.place() == Place.SETUP_TEARDOWN),
        unsent,
        cohort.countsUnsent() ? 0 : unsent,
        outside(tallies));
  }

  Report.Join join(RunData.ServerSide server, @Nullable BigDecimal recordCompleteness, Bias bias) {
    return new Report.Join(
        matched(),
        coverage(),
        coverageSuccess(),
        expected() - matched(),
        by(
            inside.stream().filter(it -> it.expected() && it.reason() != null).toList(),
            it -> Objects.requireNonNull(it.reason()).code()),
        count(inside, it -> it.reason() == Reason.NEVER_SENT),
        count(inside, it -> it.reason() == Reason.NOT_SAMPLED),
        server.unmatched(),
        server.interrupted(),
        count(tallies, it -> it.reason() == Reason.COLLISION),
        recordCompleteness,
        bias);
  }

  Report.Throughput throughput() {
    long completed = tallies.stream().mapToLong(Tally::completed).sum();
    long successes = count(tallies, it -> it.success() && it.place() != Place.SETUP_TEARDOWN);
    return new Report.Throughput(
        completed, successes - completed, cohort.perSecond(this::completedOf));
  }

  /** How many requests were sent before and after the windows of a generator and a scenario. */
  Report.Outside outside(Window window) {
    List<Tally> own =
        tallies.stream()
            .filter(it -> it.generator().equals(window.generator()))
            .filter(it -> it.scenario().equals(window.scenario()))
            .toList();
    return outside(own);
  }

  private static Report.Outside outside(List<Tally> tallies) {
    return new Report.Outside(
        count(tallies, it -> it.place() == Place.BEFORE),
        count(tallies, it -> it.place() == Place.AFTER));
  }

  private long completedOf(String generator) {
    return tallies.stream()
        .filter(it -> it.generator().equals(generator))
        .mapToLong(Tally::completed)
        .sum();
  }

  private static long count(List<Tally> tallies, Predicate<Tally> condition) {
    return tallies.stream().filter(condition).mapToLong(Tally::count).sum();
  }

  private static Map<String, Long> by(List<Tally> tallies, Function<Tally, String> name) {
    return tallies.stream().collect(groupingBy(name, summingLong(Tally::count)));
  }
}
