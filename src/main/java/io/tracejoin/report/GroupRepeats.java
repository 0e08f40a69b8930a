package io.tracejoin.report;

import io.tracejoin.diagnosis.NoiseFloor;
import io.tracejoin.diagnosis.Shift;
import io.tracejoin.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Repeats of both runs' configurations, told by {@code labels.group}: how far they lie apart is the
 * noise floor of the comparison.
 */
final class GroupRepeats {

  /** Repeats of a group that are looked at, the newest. */
  private static final int MOST = 10;

  private static final JsonMapper JSON = new JsonMapper();

  private final List<Repeat> ofBaseline;
  private final List<Repeat> ofRun;

  private GroupRepeats(List<Repeat> ofBaseline, List<Repeat> ofRun) {
    this.ofBaseline = ofBaseline;
    this.ofRun = ofRun;
  }

  private record Repeat(String runId, Side side) {}

  /** Where both runs are of one group, the run is judged by the others of it. */
  static GroupRepeats of(
      ReportStore.Snapshot snapshot, RunData baseline, RunData run, Selector selector) {
    String before = group(baseline);
    String after = group(run);
    String judged = run.facts().runId();
    boolean same = Objects.equals(before, after);
    return new GroupRepeats(
        repeats(snapshot, before, same ? judged : "", selector),
        same ? List.of() : repeats(snapshot, after, "", selector));
  }

  private static @Nullable String group(RunData data) {
    return JSON.readTree(data.facts().declaration())
        .path("labels")
        .path("group")
        .asStringOpt()
        .filter(it -> !it.isEmpty())
        .orElse(null);
  }

  private static List<Repeat> repeats(
      ReportStore.Snapshot snapshot, @Nullable String group, String left, Selector selector) {
    List<Repeat> repeats = new ArrayList<>();
    if (group != null) {
      for (RunId id : snapshot.ofGroup(group, MOST)) {
        Optional<RunData> data = snapshot.run(id).filter(it -> !id.value().equals(left));
        data.map(it -> side(it, selector))
            .filter(it -> !it.spreads().isEmpty())
            .ifPresent(it -> repeats.add(new Repeat(id.value(), it)));
      }
    }
    return repeats.size() < 2 ? List.of() : repeats;
  }

  private static Side side(RunData data, Selector selector) {
    Declaration declared = Declaration.parse(data.facts().declaration());
    return Side.of(data, Cohort.of(data, declared, selector), selector);
  }

  /** The wider spread of the two groups; none where nothing was repeated. */
  NoiseFloor floor(Series series) {
    return floor(ofBaseline, series).or(floor(ofRun, series));
  }

  private static NoiseFloor floor(List<Repeat> repeats, Series series) {
    List<Shift.Figures> figures =
        repeats.stream()
            .flatMap(it -> Optional.ofNullable(it.side.spread(series)).stream())
            .map(Side.Spread::figures)
            .toList();
    return new NoiseFloor(width(figures, Shift.Figures::p95), width(figures, Shift.Figures::mean));
  }

  private static double width(List<Shift.Figures> figures, ToDoubleFunction<Shift.Figures> figure) {
    double least = figures.stream().mapToDouble(figure).min().orElse(0);
    return figures.stream().mapToDouble(figure).max().orElse(0) - least;
  }

  /** Null where nothing was repeated. */
  Comparison.@Nullable Repeats answer() {
    return ofBaseline.isEmpty() && ofRun.isEmpty()
        ? null
        : new Comparison.Repeats(names(ofBaseline), names(ofRun));
  }

  private static List<String> names(List<Repeat> repeats) {
    return repeats.stream().map(Repeat::runId).toList();
  }
}
