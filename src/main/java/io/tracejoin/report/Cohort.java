package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests that figures are made of: those sent in the window of their generator, or in the one
 * that their scenario declares.
 *
 * @param windows one a generator, and one more a scenario with a window of its own
 * @param countsUnsent whether records without a send time belong to it: only in a run without
 *     warm-up and cool-down
 * @param timed the windows that rates are taken over: not those of scenarios that a selector rules
 *     out
 */
public record Cohort(List<Window> windows, boolean countsUnsent, List<Window> timed) {

  private static final int RATE_DIGITS = 6;
  private static final int SECOND_DIGITS = 9;

  /** Copies the windows. */
  public Cohort {
    windows = List.copyOf(windows);
    timed = List.copyOf(timed);
  }

  /** Of whose windows every one is timed. */
  public Cohort(List<Window> windows, boolean countsUnsent) {
    this(windows, countsUnsent, windows);
  }

  /** The windows of a run, of which a selector leaves some requests. */
  static Cohort of(RunData data, List<SendRange> sends, Declaration declared, Selector selector) {
    return of(sends, scenarioSends(data, declared), declared).timedFor(selector);
  }

  static Cohort of(RunData data, Declaration declared, Selector selector) {
    return of(data, data.sends(), declared, selector);
  }

  /** The run's windows as if no scenario declared one: what was promised is of the whole. */
  static Cohort ofRun(List<SendRange> sends, Declaration declared) {
    return new Cohort(
        sends.stream().map(range -> Window.of(range, declared)).toList(), !declared.trims());
  }

  private static List<ScenarioSends> scenarioSends(RunData data, Declaration declared) {
    Set<String> scenarios = declared.scenarioWindows().keySet();
    return scenarios.isEmpty() ? List.of() : data.scenarioSends(scenarios);
  }

  /** A generator all of whose requests are of scenarios with windows has no other window. */
  static Cohort of(List<SendRange> sends, List<ScenarioSends> scenarios, Declaration declared) {
    List<Window> windows = new ArrayList<>();
    for (SendRange range : sends) {
      List<ScenarioSends> own =
          scenarios.stream()
              .filter(it -> it.range().generator().equals(range.generator()))
              .toList();
      if (own.stream().mapToLong(it -> it.range().records()).sum() < range.records()) {
        windows.add(Window.of(range, declared));
      }
      own.forEach(it -> windows.add(Window.of(range, it, declared)));
    }
    return new Cohort(windows, !declared.trims());
  }

  /** The same requests; rates are of those that the selector leaves. */
  Cohort timedFor(Selector selector) {
    Set<String> selected = selector.where().get(SliceDimension.SCENARIO);
    if (selected == null || !hasOwnWindows()) {
      return this;
    }
    Set<String> own = new HashSet<>(scenarios());
    boolean others = !own.containsAll(selected);
    return new Cohort(
        windows,
        countsUnsent,
        windows.stream()
            .filter(
                it ->
                    it.scenario().equals(Window.OTHERS) ? others : selected.contains(it.scenario()))
            .toList());
  }

  /** The same with every window timed. */
  Cohort whole() {
    return new Cohort(windows, countsUnsent);
  }

  /** Each window cut, or left out; records without a send time are in no part of a run. */
  Cohort each(Function<Window, Optional<Window>> cut) {
    return new Cohort(
        windows.stream().flatMap(it -> cut.apply(it).stream()).toList(),
        false,
        timed.stream().flatMap(it -> cut.apply(it).stream()).toList());
  }

  /** Whether some scenario has a window of its own. */
  public boolean hasOwnWindows() {
    return windows.stream().anyMatch(it -> !it.scenario().equals(Window.OTHERS));
  }

  /** The scenarios that have. */
  public List<String> scenarios() {
    return windows.stream()
        .map(Window::scenario)
        .filter(it -> !it.equals(Window.OTHERS))
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Where a generator's first window starts: blocks of send time are counted from there, whatever
   * the scenario, since requests of one moment share a batch.
   */
  public long base(String generator) {
    return windows.stream()
        .filter(it -> it.generator().equals(generator))
        .mapToLong(Window::from)
        .min()
        .orElse(0);
  }

  /**
   * How long the longest generator is measured in nanoseconds, from its first window's start to its
   * last one's end; 0 where no record carries a send time.
   */
  long longest() {
    return byGenerator().values().stream()
        .mapToLong(
            it ->
                it.stream().mapToLong(Window::to).max().orElse(0)
                    - it.stream().mapToLong(Window::from).min().orElse(0))
        .max()
        .orElse(0);
  }

  /**
   * When the last of the timed windows has opened, in nanoseconds since its generator's first one:
   * from then on a generator's load is all there.
   */
  public long opened() {
    return timed.stream().mapToLong(it -> it.from() - base(it.generator())).max().orElse(0);
  }

  /** When the first timed window of the generator that is measured longest closes, likewise. */
  public long closed() {
    return byGenerator().entrySet().stream()
        .mapToLong(
            it -> it.getValue().stream().mapToLong(Window::to).min().orElse(0) - base(it.getKey()))
        .max()
        .orElse(0);
  }

  /**
   * The sum of the generators' rates: each has a clock of its own, and a time that its windows
   * cover, where they overlap once.
   *
   * @param counts what is counted of a generator
   * @return a second; null where the windows have no length
   */
  @Nullable BigDecimal perSecond(Function<String, Long> counts) {
    return over(it -> BigDecimal.valueOf(counts.apply(it)).movePointRight(SECOND_DIGITS));
  }

  /** Sums over each generator's measured nanoseconds, added up; null where there are none. */
  @Nullable BigDecimal over(Function<String, BigDecimal> sums) {
    BigDecimal all = null;
    for (Map.Entry<String, List<Window>> it : byGenerator().entrySet()) {
      long covered = covered(it.getValue());
      if (covered > 1) {
        BigDecimal rate =
            sums.apply(it.getKey())
                .divide(BigDecimal.valueOf(covered), RATE_DIGITS, RoundingMode.HALF_UP);
        all = all == null ? rate : all.add(rate);
      }
    }
    return all == null ? null : Decimals.plain(all);
  }

  private Map<String, List<Window>> byGenerator() {
    Map<String, List<Window>> byGenerator = new TreeMap<>();
    timed.forEach(
        it -> byGenerator.computeIfAbsent(it.generator(), name -> new ArrayList<>()).add(it));
    return byGenerator;
  }

  /** The length of what one generator's windows cover together. */
  private static long covered(List<Window> windows) {
    long covered = 0;
    long end = Long.MIN_VALUE;
    for (Window window : windows.stream().sorted(Comparator.comparingLong(Window::from)).toList()) {
      covered += Math.max(0, window.to() - Math.max(window.from(), end));
      end = Math.max(end, window.to());
    }
    return covered;
  }
}
