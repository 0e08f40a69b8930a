package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.diagnosis.Change;
import io.tracejoin.diagnosis.CountShift;
import io.tracejoin.diagnosis.Direction;
import io.tracejoin.diagnosis.Finding;
import io.tracejoin.diagnosis.NoiseFloor;
import io.tracejoin.diagnosis.Rule;
import io.tracejoin.diagnosis.Shift;
import io.tracejoin.diagnosis.Slope;
import io.tracejoin.diagnosis.Subject;
import io.tracejoin.diagnosis.TailShift;
import io.tracejoin.diagnosis.Throughput;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.SlopeSums;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What moved between two samples, and the rules that it makes fire (semantics 13). Values are
 * fetched only of series whose figures differ enough to be looked at.
 */
final class Between {

  /** On a reused connection a request waits less than this. */
  private static final long HANDSHAKE_NANOS = 1_000_000;

  private final Side baseline;
  private final Side run;
  private final BlockBootstrap bootstrap;
  private final Function<Series, NoiseFloor> floor;

  Between(Side baseline, Side run, BlockBootstrap bootstrap, Function<Series, NoiseFloor> floor) {
    this.baseline = baseline;
    this.run = run;
    this.bootstrap = bootstrap;
    this.floor = floor;
  }

  /** The rules that fire. */
  List<Finding> findings() {
    return findings(shifts());
  }

  /** The rules that fire on what {@link #shifts} found. */
  List<Finding> findings(Map<Series, Shift> shifts) {
    Map<Subject, Change> changes = new EnumMap<>(Subject.class);
    Rule.subjects()
        .forEach(
            subject -> {
              Change change = change(subject, shifts);
              if (change != null) {
                changes.put(subject, change);
              }
            });
    return Finding.of(changes);
  }

  /** Every series that both have. */
  Map<Series, Shift> shifts() {
    Set<Series> sure = sure(Series.ALL.stream().filter(this::differs).toList());
    Map<Series, Shift> shifts = new LinkedHashMap<>();
    for (Series series : Series.ALL) {
      Side.Spread before = baseline.spread(series);
      Side.Spread after = run.spread(series);
      if (before != null && after != null) {
        shifts.put(
            series,
            Shift.of(
                before.figures(), after.figures(), floor(series), () -> sure.contains(series)));
      }
    }
    return shifts;
  }

  private boolean differs(Series series) {
    Side.Spread before = baseline.spread(series);
    Side.Spread after = run.spread(series);
    return before != null
        && after != null
        && after.figures().differsFrom(before.figures(), floor(series));
  }

  private NoiseFloor floor(Series series) {
    return floor.apply(series);
  }

  private Set<Series> sure(List<Series> candidates) {
    Set<Series> sure = new HashSet<>();
    for (int i = 0; i < candidates.size(); i += Side.BATCH) {
      List<Series> batch = candidates.subList(i, Math.min(candidates.size(), i + Side.BATCH));
      Map<Series, BlockedValues> before = baseline.values(batch);
      run.values(batch)
          .forEach(
              (series, after) -> {
                BlockedValues then = before.get(series);
                if (then != null && Shift.isSure(then, after, bootstrap)) {
                  sure.add(series);
                }
              });
    }
    return sure;
  }

  private @Nullable Change change(Subject subject, Map<Series, Shift> shifts) {
    return switch (subject) {
      case THROUGHPUT -> Change.of("throughput", Throughput.of(baseline.rate(), run.rate()));
      case ENVELOPE_SLOPE -> slope();
      case CACHED_TOKENS -> cachedTokens();
      case TTFT_TAIL -> tailOfFirstTokens();
      case SETUP -> withHandshakes(ofMeasure(subject, shifts));
      default -> ofMeasure(subject, shifts);
    };
  }

  private static @Nullable Change ofMeasure(Subject subject, Map<Series, Shift> shifts) {
    return series(subject)
        .filter(shifts::containsKey)
        .findFirst()
        .map(it -> Change.of(name(it), Objects.requireNonNull(shifts.get(it))))
        .orElse(null);
  }

  /** The series that tell of a subject, the best first: a token before a chunk before a byte. */
  private static Stream<Series> series(Subject subject) {
    return subject.measures().stream()
        .flatMap(
            measure ->
                Stream.concat(
                    Stream.of(new Series(measure, null)),
                    Arrays.stream(TtftKind.values()).map(kind -> new Series(measure, kind))));
  }

  private static String name(Series series) {
    return series.measure().code();
  }

  /** How many requests had to wait for a connection tells a handshake from a slow machine. */
  private @Nullable Change withHandshakes(@Nullable Change setup) {
    if (setup == null || setup.direction() == Direction.STABLE) {
      return setup;
    }
    Series series = new Series(Measure.CLIENT_SETUP, null);
    Change change = setup;
    Map<String, Side> sides = new LinkedHashMap<>();
    sides.put("baseline_share_above_1_ms", baseline);
    sides.put("run_share_above_1_ms", run);
    for (Map.Entry<String, Side> side : sides.entrySet()) {
      BlockedValues values = side.getValue().values(List.of(series)).get(series);
      if (values != null) {
        change = change.with(side.getKey(), values.shareAbove(HANDSHAKE_NANOS));
      }
    }
    return change;
  }

  private @Nullable Change cachedTokens() {
    BlockedValues before = baseline.cachedTokens();
    BlockedValues after = run.cachedTokens();
    return before.n() == 0 || after.n() == 0
        ? null
        : Change.of("cached_tokens", CountShift.of(before, after, bootstrap))
            .withKnown("baseline_cached_share", share(baseline))
            .withKnown("run_cached_share", share(run));
  }

  private static @Nullable Double share(Side side) {
    BigDecimal share = side.cached().share();
    return share == null ? null : (Double) share.doubleValue();
  }

  /** Looked at only where cached tokens are told: nothing else asks for it. */
  private @Nullable Change tailOfFirstTokens() {
    if (baseline.cached().n() == 0 || run.cached().n() == 0) {
      return null;
    }
    return series(Subject.TTFT)
        .filter(it -> baseline.spread(it) != null && run.spread(it) != null)
        .findFirst()
        .map(this::tail)
        .orElse(null);
  }

  private @Nullable Change tail(Series series) {
    BlockedValues before = baseline.values(List.of(series)).get(series);
    BlockedValues after = run.values(List.of(series)).get(series);
    return before == null || after == null
        ? null
        : Change.of(name(series), TailShift.of(before, after, bootstrap));
  }

  private @Nullable Change slope() {
    for (SeriesStore.AnswerLength length : SeriesStore.AnswerLength.values()) {
      List<SlopeSums> before = baseline.store().envelopeOver(length, baseline.blockNanos());
      List<SlopeSums> after = run.store().envelopeOver(length, run.blockNanos());
      if (!before.isEmpty() && !after.isEmpty()) {
        return Change.of(
            "network_envelope_over_" + length.code(), Slope.of(before, after, bootstrap));
      }
    }
    return null;
  }
}
