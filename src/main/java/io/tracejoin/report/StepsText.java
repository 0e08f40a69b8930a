package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The steps of a run on one page of text. */
public final class StepsText {

  private static final String ABSENT = "-";
  private static final List<String> MEASURES =
      List.of("client_total", "client_ttft", "tpot", "gpu_queue");

  private final Steps steps;
  private final StringBuilder text = new StringBuilder();

  private StepsText(Steps steps) {
    this.steps = steps;
  }

  /** The page, ending in a line feed. */
  public static String of(Steps steps) {
    StepsText page = new StepsText(steps);
    page.line("Run      %s, step by step at %s", steps.runId(), steps.computedAt());
    if (steps.steps().isEmpty()) {
      page.line("The run has no steps: its records name none, and it declares no stages.");
      return page.text.toString();
    }
    page.load();
    page.figures();
    page.judgement();
    return page.text.toString();
  }

  private void load() {
    line("");
    TextTable table = new TextTable();
    table.row(
        List.of(
            "step",
            "from s",
            "to s",
            "target/s",
            "delivered/s",
            "throughput/s",
            "attainment",
            "queue slope/s",
            "over capacity"));
    for (Steps.Step step : steps.steps()) {
      Steps.Queue queue = step.queue();
      table.row(
          List.of(
              Integer.toString(step.index()),
              rounded(step.fromS()),
              rounded(step.toS()),
              target(step),
              rounded(step.deliveredRate()),
              rounded(step.throughput()),
              percent(step.attainment()),
              queue == null ? ABSENT : slope(queue),
              step.overCapacity() == null ? ABSENT : step.overCapacity() ? "yes" : "no"));
    }
    table.print(text, "  ");
  }

  private static String target(Steps.Step step) {
    return step.targetRate() == null && step.targetVus() != null
        ? step.targetVus() + " VUs"
        : rounded(step.targetRate());
  }

  private static String slope(Steps.Queue queue) {
    List<BigDecimal> interval = queue.slopeCi95();
    return rounded(queue.slopePerS())
        + (queue.measure().equals("gpu_queue") ? " ms" : " active")
        + (interval == null
            ? ""
            : " [" + rounded(interval.get(0)) + ", " + rounded(interval.get(1)) + "]");
  }

  private void figures() {
    line("");
    line("Figures of each step, in ms");
    TextTable table = new TextTable(1);
    table.row(List.of("step", "measure", "n", "p50", "p95", "[95 % interval]", "p99", "mean"));
    for (Steps.Step step : steps.steps()) {
      step.phases().stream()
          .filter(it -> MEASURES.contains(it.measure()))
          .forEach(it -> table.row(row(step, it)));
    }
    table.print(text, "  ");
  }

  private static List<String> row(Steps.Step step, Figure figure) {
    List<@Nullable BigDecimal> interval = figure.ci95().get("p95_ms");
    return List.of(
        Integer.toString(step.index()),
        figure.title(),
        Long.toString(figure.n()),
        rounded(figure.quantiles().get("p50_ms")),
        rounded(figure.quantiles().get("p95_ms")),
        interval == null
            ? ""
            : "[" + rounded(interval.get(0)) + ", " + rounded(interval.get(1)) + "]",
        rounded(figure.quantiles().get("p99_ms")),
        rounded(figure.meanMs()));
  }

  private void judgement() {
    line("");
    line("%s", capacity(steps.capacity()));
    Knee knee = steps.knee();
    line(
        "%s",
        knee == null
            ? "Knee     none: every step was carried"
            : "Knee     step " + knee.step() + ", " + knee.reason() + ": " + knee.message());
    if (!steps.findings().isEmpty()) {
      line("");
      line("What moved from step to step");
      FindingsText.lines(steps.findings()).forEach(it -> line("  %s", it));
    }
  }

  static String capacity(Capacity capacity) {
    if (capacity.reason() != null) {
      return capacity.reason().equals("no_slo")
          ? "Capacity not judged: the run declares no slo"
          : "Capacity not judged: no step has data for every clause of the slo";
    }
    return "Capacity at %s attainment: last pass %s/s, first fail %s/s"
        .formatted(
            percent(capacity.target()),
            rounded(capacity.lastPass()),
            rounded(capacity.firstFail()));
  }

  private void line(String format, @Nullable Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private static String rounded(@Nullable BigDecimal value) {
    return value == null ? ABSENT : value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  private static String percent(@Nullable BigDecimal share) {
    return share == null
        ? ABSENT
        : share.movePointRight(2).setScale(2, RoundingMode.DOWN).toPlainString() + " %";
  }
}
