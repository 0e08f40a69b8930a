package io.tracejoin.report;

import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.run.RunDeclaration.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps that declared stages make: a stage that holds its target is one, a ramp is none. */
final class StepPlan {

  /**
   * A stage that holds.
   *
   * @param fromS seconds since the first send
   * @param targetRate null of a closed load
   * @param targetVus null of an open load
   */
  record Planned(
      double fromS, double toS, @Nullable Double targetRate, @Nullable Integer targetVus) {}

  private StepPlan() {}

  /** Of the run's own stages, else of the only scenario that has any; empty without stages. */
  static List<Planned> of(PromisedLoad promised) {
    List<Load> staged =
        Stream.concat(Stream.ofNullable(promised.whole()), promised.scenarios().values().stream())
            .filter(it -> it.stages() != null && !it.stages().isEmpty())
            .toList();
    boolean own = !staged.isEmpty() && staged.get(0).equals(promised.whole());
    return own || staged.size() == 1 ? steps(staged.get(0)) : List.of();
  }

  private static List<Planned> steps(Load load) {
    String executor = load.executor();
    boolean ramps = executor != null && executor.startsWith("ramping");
    List<Planned> steps = new ArrayList<>();
    double from = load.startS() == null ? 0 : load.startS();
    double before = start(load);
    for (Stage stage : load.stages() == null ? List.<Stage>of() : load.stages()) {
      double target = target(stage);
      double to = from + (stage.durationS() == null ? 0 : stage.durationS());
      if (to > from && (!ramps || target == before)) {
        steps.add(new Planned(from, to, stage.targetRate(), stage.targetVus()));
      }
      from = to;
      before = target;
    }
    return steps;
  }

  private static double start(Load load) {
    if (load.startRate() != null) {
      return load.startRate();
    }
    return load.vus() == null ? 0 : load.vus();
  }

  private static double target(Stage stage) {
    if (stage.targetRate() != null) {
      return stage.targetRate();
    }
    return stage.targetVus() == null ? 0 : stage.targetVus();
  }
}
