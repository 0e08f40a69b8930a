package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A comparison on one page, as text or as Markdown; the conditions that differ come first. */
public final class ComparisonPage {

  private static final String ABSENT = "-";

  private final Comparison comparison;
  private final Paper paper;

  private ComparisonPage(Comparison comparison, Paper paper) {
    this.comparison = comparison;
    this.paper = paper;
  }

  /** Plain text, ending in a line feed. */
  public static String text(Comparison comparison) {
    return new ComparisonPage(comparison, new Paper(false)).page();
  }

  /** Markdown with pipe tables. */
  public static String markdown(Comparison comparison) {
    return new ComparisonPage(comparison, new Paper(true)).page();
  }

  private String page() {
    paper.title("Run " + comparison.runId() + " against baseline " + comparison.baselineRunId());
    if (!comparison.where().isEmpty()) {
      paper.line("Of requests with " + comparison.where() + ".");
    }
    conditions();
    comparison.notes().forEach(it -> paper.line(it.code() + ": " + it.message()));
    findings();
    phases("What moved, in ms", comparison.phases());
    comparison.tail().forEach(this::tail);
    comparison
        .slices()
        .forEach(it -> phases(it.dimension() + " " + it.value() + ", in ms", it.phases()));
    repeats();
    capacity();
    return paper.toString();
  }

  private void conditions() {
    paper.section("Conditions that differ");
    if (comparison.conditionsChanged().isEmpty()) {
      paper.line("None by what was declared.");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("field", "baseline", "run"));
    comparison
        .conditionsChanged()
        .forEach(it -> rows.add(List.of(it.field(), shown(it.baseline()), shown(it.run()))));
    paper.table(rows, 0, 1, 2);
    if (comparison.confounded()) {
      paper.line("confounded: more than one factor changed, so no shift has one cause.");
    }
  }

  private static String shown(@Nullable JsonNode value) {
    return value == null ? ABSENT : value.isString() ? value.stringValue() : value.toString();
  }

  private void findings() {
    paper.section("Findings");
    if (comparison.findings().isEmpty()) {
      paper.line("None: no rule fires on what moved.");
    }
    paper.lines(FindingsText.lines(comparison.findings()));
  }

  private void phases(String title, List<Comparison.Phase> phases) {
    paper.section(title);
    if (phases.isEmpty()) {
      paper.line("No measure has a value.");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "measure",
            "n",
            "p50",
            "shift",
            "p95",
            "shift",
            "[95 % interval]",
            "p99",
            "shift",
            "mean",
            "shift",
            "moved",
            "owner"));
    phases.forEach(it -> rows.add(row(it)));
    paper.table(rows, 0, 11, 12);
  }

  /** Both sides of each figure, a dash where one does not have the measure. */
  private static List<String> row(Comparison.Phase phase) {
    Comparison.Figures before = phase.baseline();
    Comparison.Figures after = phase.run();
    Comparison.Shift shift = phase.shift();
    List<String> cells = new ArrayList<>(List.of(phase.title()));
    cells.add(count(before) + " -> " + count(after));
    cells.add(pair(before == null ? null : before.p50Ms(), after == null ? null : after.p50Ms()));
    cells.add(signed(shift == null ? null : shift.p50Ms()));
    cells.add(pair(before == null ? null : before.p95Ms(), after == null ? null : after.p95Ms()));
    cells.add(signed(shift == null ? null : shift.p95Ms()));
    cells.add(interval(shift));
    cells.add(pair(before == null ? null : before.p99Ms(), after == null ? null : after.p99Ms()));
    cells.add(signed(shift == null ? null : shift.p99Ms()));
    cells.add(pair(before == null ? null : before.meanMs(), after == null ? null : after.meanMs()));
    cells.add(signed(shift == null ? null : shift.meanMs()));
    cells.add(phase.moved() ? "moved" : "");
    cells.add(phase.owner() == null ? "" : phase.owner());
    return cells;
  }

  private static String count(Comparison.@Nullable Figures figures) {
    return figures == null ? "0" : Long.toString(figures.n());
  }

  private static String interval(Comparison.@Nullable Shift shift) {
    List<BigDecimal> bounds = shift == null ? null : shift.ci95Ms();
    return bounds == null ? "" : "[" + signed(bounds.get(0)) + ", " + signed(bounds.get(1)) + "]";
  }

  private void tail(String band, Comparison.Tail tail) {
    paper.section("Around " + band + " of client_total: mean ms, the differences add up");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "baseline", "run", "difference"));
    for (Map.Entry<String, Comparison.Part> part : tail.parts().entrySet()) {
      rows.add(
          List.of(
              part.getKey(),
              rounded(part.getValue().baselineMs()),
              rounded(part.getValue().runMs()),
              signed(part.getValue().differenceMs())));
    }
    rows.add(
        List.of(
            "client_total",
            rounded(tail.baselineMs()),
            rounded(tail.runMs()),
            signed(tail.differenceMs())));
    paper.table(rows, 0);
    String part = tail.explains();
    if (part != null) {
      Comparison.Part explaining = Objects.requireNonNull(tail.parts().get(part));
      paper.line(
          part
              + " differs most: "
              + signed(explaining.differenceMs())
              + " of "
              + signed(tail.differenceMs())
              + " ms.");
    }
  }

  private void repeats() {
    Comparison.Repeats repeats = comparison.repeats();
    if (repeats != null) {
      paper.section("Repeats");
      paper.line(
          "Their spread is the noise floor: a shift within it has not moved. Of the baseline's"
              + " group: "
              + named(repeats.baseline())
              + "; of the run's: "
              + named(repeats.run())
              + ".");
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("measure", "spread of p95", "spread of mean"));
      for (Comparison.Phase phase : comparison.phases()) {
        Comparison.Floor floor = phase.shift() == null ? null : phase.shift().noiseFloorMs();
        if (floor != null) {
          rows.add(List.of(phase.title(), rounded(floor.p95Ms()), rounded(floor.meanMs())));
        }
      }
      paper.table(rows, 0);
    }
  }

  private static String named(List<String> runs) {
    return runs.isEmpty() ? "none" : String.join(", ", runs);
  }

  private void capacity() {
    Comparison.Capacities capacities = comparison.capacity();
    if (capacities != null) {
      paper.section("Capacity");
      paper.line("Baseline: " + StepsText.capacity(capacities.baseline()));
      paper.line("Run: " + StepsText.capacity(capacities.run()));
      if (capacities.lastPassChange() != null) {
        paper.line("Last pass changed by " + signed(capacities.lastPassChange()) + "/s.");
      }
    }
  }

  private static String pair(@Nullable BigDecimal before, @Nullable BigDecimal after) {
    return rounded(before) + " -> " + rounded(after);
  }

  private static String signed(@Nullable BigDecimal value) {
    return value == null ? ABSENT : (value.signum() > 0 ? "+" : "") + rounded(value);
  }

  private static String rounded(@Nullable BigDecimal value) {
    return value == null ? ABSENT : value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
