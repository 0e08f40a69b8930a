package io.tracejoin.ingest.client;

import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.run.RunDeclaration.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One scenario of k6's options as promised load: rates are per second, durations in seconds. Only
 * the executor's own fields are looked at; environment and tags may hold secrets.
 */
final class K6Scenario {

  private static final double ONE_SECOND = 1;

  private final String name;
  private final JsonNode options;

  private K6Scenario(String name, JsonNode options) {
    this.name = name;
    this.options = options;
  }

  /**
   * @throws IllegalArgumentException naming the field that is wrong
   */
  static Load load(String name, JsonNode options) {
    K6Scenario scenario = new K6Scenario(name, options);
    String executor = options.path("executor").asString("");
    return switch (executor) {
      case "constant-arrival-rate" -> scenario.constantRate(executor);
      case "ramping-arrival-rate" -> scenario.rampingRate(executor);
      case "constant-vus", "externally-controlled" -> scenario.constantUsers(executor);
      case "ramping-vus" -> scenario.rampingUsers(executor);
      case "shared-iterations" -> scenario.iterations(executor, 1);
      case "per-vu-iterations" -> scenario.iterations(executor, scenario.whole("vus", 1));
      default ->
          throw new IllegalArgumentException(
              scenario.field("executor") + ": none of k6's executors");
    };
  }

  private Load constantRate(String executor) {
    double unit = timeUnit();
    double rate = number("rate", 0) / unit;
    return open(executor, rate, seconds("duration"), null, null, unit);
  }

  /** A ramp has no one target: the stages are. */
  private Load rampingRate(String executor) {
    double unit = timeUnit();
    List<Stage> stages = new ArrayList<>();
    for (JsonNode stage : options.path("stages")) {
      stages.add(new Stage(target(stage) / unit, lasting(stage), null));
    }
    return open(executor, null, sum(stages), number("startRate", 0) / unit, stages, unit);
  }

  private Load open(
      String executor,
      @Nullable Double rate,
      @Nullable Double duration,
      @Nullable Double startRate,
      @Nullable List<Stage> stages,
      double unit) {
    int allocated = whole("preAllocatedVUs", 0);
    int most = whole("maxVUs", allocated);
    return new Load(
        "open",
        executor,
        "constant", // k6 spaces arrivals evenly
        rate,
        null,
        most,
        duration,
        stages,
        start(),
        startRate,
        unit,
        allocated,
        most,
        null,
        null);
  }

  private Load constantUsers(String executor) {
    int users = whole("vus", 1);
    int most = whole("maxVUs", users);
    return closed(executor, users, most, seconds("duration"), null, null);
  }

  private Load rampingUsers(String executor) {
    List<Stage> stages = new ArrayList<>();
    int users = whole("startVUs", 1);
    int most = users;
    for (JsonNode stage : options.path("stages")) {
      int target = (int) target(stage);
      stages.add(new Stage(null, lasting(stage), target));
      most = Math.max(most, target);
    }
    return closed(executor, users, most, sum(stages), stages, null);
  }

  private Load iterations(String executor, long users) {
    int vus = whole("vus", 1);
    return closed(executor, vus, vus, null, null, users * whole("iterations", 1));
  }

  private Load closed(
      String executor,
      int users,
      int most,
      @Nullable Double duration,
      @Nullable List<Stage> stages,
      @Nullable Long iterations) {
    return new Load(
        "closed",
        executor,
        null,
        null,
        null,
        most,
        duration,
        stages,
        start(),
        null,
        null,
        users,
        most,
        iterations,
        iterations == null ? null : seconds("maxDuration"));
  }

  private double timeUnit() {
    Double unit = seconds("timeUnit");
    if (unit != null && unit == 0) {
      throw new IllegalArgumentException(field("timeUnit") + ": expected more than 0");
    }
    return unit == null ? ONE_SECOND : unit;
  }

  private @Nullable Double start() {
    Double start = seconds("startTime");
    return start == null || start == 0 ? null : start;
  }

  private @Nullable Double seconds(String key) {
    return K6Duration.seconds(field(key), options.path(key));
  }

  private double lasting(JsonNode stage) {
    Double seconds = K6Duration.seconds(field("stages.duration"), stage.path("duration"));
    return seconds == null ? 0 : seconds;
  }

  private double target(JsonNode stage) {
    return positive("stages.target", stage.path("target"), 0);
  }

  private double number(String key, double otherwise) {
    return positive(key, options.path(key), otherwise);
  }

  private int whole(String key, int otherwise) {
    return (int) number(key, otherwise);
  }

  private double positive(String key, JsonNode node, double otherwise) {
    if (node.isMissingNode() || node.isNull()) {
      return otherwise;
    }
    double value = node.isNumber() ? node.doubleValue() : -1;
    if (!(value >= 0 && value <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(field(key) + ": expected a number of at least 0");
    }
    return value;
  }

  private static double sum(List<Stage> stages) {
    return stages.stream().mapToDouble(it -> Objects.requireNonNull(it.durationS())).sum();
  }

  private String field(String key) {
    return "scenarios." + name + "." + key;
  }
}
