package io.tracejoin.report;

import io.tracejoin.report.LoadData.Iterations;
import io.tracejoin.report.LoadReport.Scenario;
import io.tracejoin.report.LoadReport.Users;
import io.tracejoin.report.Report.Warning;
import io.tracejoin.run.K6Summary;
import io.tracejoin.run.RunDeclaration.Load;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what was delivered against what was promised (semantics 10). */
final class Delivery {

  private static final double SECOND = 1e9;
  private static final double ALLOWED_SHORTFALL = 0.05;
  private static final double SIGMAS = 3;
  private static final int DIGITS = 6;

  private final PromisedLoad promised;
  private final List<Iterations> points;
  private final LoadData.Users users;
  private final @Nullable K6Summary summary;
  private final boolean open;
  private final RateProfile profile;
  private final Counted counted;

  /**
   * @param observedNanos from the first send to the last due one and a gap; 0 without send times
   * @param requests the cohort and its window, for runs whose iterations nobody counted
   * @param open whether more may come: what is missing is not missing yet
   */
  Delivery(
      PromisedLoad promised, LoadData data, long observedNanos, Requests requests, boolean open) {
    this.promised = promised;
    this.points = data.iterations();
    this.users = data.users();
    this.summary = data.summary().map(LoadData.Summary::summary).orElse(null);
    this.open = open;
    this.profile = promised.profile();
    this.counted = counted(observedNanos / SECOND, requests);
  }

  /**
   * Requests of the measuring window.
   *
   * @param fromNanos where the window starts, since the first send
   * @param lengthNanos its length
   */
  record Requests(long count, long fromNanos, long lengthNanos) {}

  /** What was counted, and of which seconds since the first send. */
  private record Counted(
      @Nullable String source,
      double delivered,
      @Nullable Long done,
      @Nullable Long dropped,
      double from,
      double to) {

    static final Counted NOTHING = new Counted(null, 0, null, null, 0, 0);

    double seconds() {
      return to - from;
    }

    /** Null of no time at all. */
    @Nullable BigDecimal perSecond(double count) {
      return seconds() > 0 ? rounded(count / seconds()) : null;
    }
  }

  private Counted counted(double observed, Requests requests) {
    if (!points.isEmpty()) {
      long done = points.stream().mapToLong(Iterations::done).sum();
      long dropped = points.stream().mapToLong(Iterations::dropped).sum();
      long seconds = points.stream().mapToLong(Iterations::seconds).max().orElse(0);
      return new Counted("points", done, done, dropped, 0, end(observed, seconds));
    }
    Long done = summary == null ? null : summary.iterations();
    if (summary != null && done != null) {
      BigDecimal ms = summary.testDurationMs();
      double seconds = ms == null ? 0 : ms.doubleValue() / 1e3;
      return new Counted(
          "summary", done, done, summary.droppedIterations(), 0, end(observed, seconds));
    }
    if (requests.count == 0) {
      return Counted.NOTHING;
    }
    double from = requests.fromNanos / SECOND;
    double to = from + requests.lengthNanos / SECOND;
    double iterations = requests.count / promised.requestsPerIteration();
    return new Counted(
        "requests", iterations, null, null, from, open ? Math.min(to, observed) : to);
  }

  private double end(double observed, double otherwise) {
    double seen = observed > 0 ? observed : otherwise;
    Double planned = promised.endS();
    if (planned == null) {
      return seen;
    }
    return open ? Math.min(planned, seen) : planned;
  }

  LoadReport report() {
    Long dropped = counted.dropped;
    return new LoadReport(
        promised.whole(),
        counted.source,
        counted.seconds() > 0 ? rounded(counted.seconds()) : null,
        profile.isEmpty() ? null : counted.perSecond(target()),
        counted.perSecond(counted.delivered),
        dropped == null ? null : counted.perSecond(counted.delivered + dropped),
        counted.done,
        dropped,
        users(),
        scenarios(),
        null);
  }

  /** {@code load_not_delivered}, with every reason for it. */
  Optional<Warning> warning() {
    List<String> reasons = new ArrayList<>();
    if (counted.dropped != null && counted.dropped > 0) {
      reasons.add(dropped(counted.dropped));
    }
    if (counted.seconds() > 0 && isShort(counted.delivered, target())) {
      reasons.add(missing("", counted.delivered, target(), counted.seconds()));
    }
    promised.scenarios().forEach((name, load) -> scenario(name, load).ifPresent(reasons::add));
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Warning(
                "load_not_delivered",
                String.join("; ", reasons) + ": the figures are those of the delivered load"));
  }

  private String dropped(long dropped) {
    Users seen = users();
    return dropped
        + " iterations were dropped"
        + (seen != null && seen.exhausted()
            ? ", all " + seen.used() + " virtual users were in use"
            : "");
  }

  /** One of several scenarios may fall short where the sum does not show it. */
  private Optional<String> scenario(String name, Load load) {
    if (points.isEmpty() || promised.scenarios().size() < 2) {
      return Optional.empty();
    }
    double delivered = of(name).map(Iterations::done).orElse(0L);
    double target = RateProfile.of(load).arrivals(0, seconds());
    return isShort(delivered, target)
        ? Optional.of(missing(" of scenario " + name, delivered, target, lasting(load)))
        : Optional.empty();
  }

  private static String missing(String of, double delivered, double target, double seconds) {
    return String.format(
        Locale.ROOT,
        "%.2f/s%s arrived where %.2f/s were promised (%.1f %% short)",
        delivered / seconds,
        of,
        target / seconds,
        100 * (target - delivered) / target);
  }

  private boolean isShort(double delivered, double target) {
    double missing = target - delivered;
    return !open
        && missing > ALLOWED_SHORTFALL * target
        && !(promised.poisson() && missing <= SIGMAS * Math.sqrt(target));
  }

  private double target() {
    return profile.arrivals(counted.from, counted.to);
  }

  private @Nullable Users users() {
    Long used = users.used() == null ? most(K6Summary::vus) : users.used();
    Long allocated = users.allocated() == null ? most(K6Summary::vusMax) : users.allocated();
    Integer limit = promised.whole() == null ? null : promised.whole().maxConcurrency();
    return used == null && allocated == null && limit == null
        ? null
        : new Users(used, allocated, limit);
  }

  private @Nullable Long most(GaugeOf gauge) {
    K6Summary.Gauge found = summary == null ? null : gauge.of(summary);
    return found == null || found.max() == null ? null : Long.valueOf(found.max().longValue());
  }

  private List<Scenario> scenarios() {
    Set<String> names = new LinkedHashSet<>(promised.scenarios().keySet());
    points.forEach(it -> names.add(it.scenario()));
    return names.stream().map(this::scenario).toList();
  }

  private Scenario scenario(String name) {
    Load load = promised.scenarios().get(name);
    Iterations seen = of(name).orElse(null);
    double seconds = load == null ? seconds() : lasting(load);
    RateProfile rates = RateProfile.of(load);
    return new Scenario(
        name.isEmpty() ? null : name,
        load,
        seconds > 0 && !rates.isEmpty() ? rounded(rates.arrivals(0, seconds()) / seconds) : null,
        seconds > 0 && seen != null ? rounded(seen.done() / seconds) : null,
        seen == null ? null : seen.done(),
        seen == null ? null : seen.dropped());
  }

  private Optional<Iterations> of(String scenario) {
    return points.stream().filter(it -> it.scenario().equals(scenario)).findFirst();
  }

  /** Seconds of a scenario that lie in those that were counted. */
  private double lasting(Load load) {
    double start = load.startS() == null ? 0 : load.startS();
    Double end = PromisedLoad.end(load);
    return Math.min(seconds(), Objects.requireNonNullElse(end, seconds())) - start;
  }

  private double seconds() {
    return counted.to;
  }

  private static BigDecimal rounded(double value) {
    return Decimals.rounded(value, DIGITS);
  }

  /** One gauge of a summary. */
  private interface GaugeOf {
    K6Summary.@Nullable Gauge of(K6Summary summary);
  }
}
