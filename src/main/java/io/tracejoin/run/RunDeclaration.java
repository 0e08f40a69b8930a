package io.tracejoin.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was declared about a run: the typed view of its JSON. Everything is optional; null means not
 * declared.
 *
 * @param kind {@code steady}, {@code stepped} or {@code cold_start}
 * @param traceIdPrefix hex digits with which the run's trace IDs start
 * @param services services whose spans alone may be roots
 * @param generatorServices services of load generators that export spans themselves
 * @param slo what a good request keeps to
 * @param singleTokenTpot {@code exempt} or {@code fail}: an answer of one token has no TPOT
 * @param pinned its raw pairs are kept for ever; says nothing of the run itself
 */
public record RunDeclaration(
    @Nullable String name,
    @Nullable String kind,
    @JsonProperty("scenario_commit") @Nullable String scenarioCommit,
    @Nullable String endpoint,
    @Nullable Load load,
    @Nullable Window window,
    @JsonProperty("token_profile") @Nullable String tokenProfile,
    @Nullable Boolean streaming,
    @JsonProperty("generator_region") @Nullable String generatorRegion,
    @Nullable Sampling sampling,
    @JsonProperty("span_schema_version") @Nullable String spanSchemaVersion,
    @Nullable Map<String, Object> conditions,
    @Nullable Map<String, Scenario> scenarios,
    @JsonProperty("trace_id_prefix") @Nullable String traceIdPrefix,
    @Nullable Set<String> services,
    @JsonProperty("generator_services") @Nullable Set<String> generatorServices,
    @Nullable Map<String, String> labels,
    @Nullable Slo slo,
    @JsonProperty("single_token_tpot") @Nullable String singleTokenTpot,
    @Nullable Boolean pinned) {

  /** Nothing declared. */
  public static final RunDeclaration NONE =
      new RunDeclaration(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null, null, null);

  private static final Set<String> KINDS = Set.of("steady", "stepped", "cold_start");
  private static final int TRACE_ID_DIGITS = 32;

  /**
   * The load that was promised.
   *
   * @param model {@code open} or {@code closed}
   * @param targetRate arrivals per second (k6: iterations)
   * @param plannedDurationS seconds
   * @param startS seconds after the run's start at which it sets in
   * @param startRate arrivals per second from which the first stage of a ramp rises
   * @param timeUnitS seconds that the generator's own rates are meant for; ours are per second
   * @param vus virtual users at the start (open: allocated in advance)
   * @param maxVus the most virtual users that the generator may allocate
   * @param iterations how many there are in all, where the generator was given their number
   * @param maxDurationS seconds after which it is cut off
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Load(
      @Nullable String model,
      @Nullable String executor,
      @Nullable String arrival,
      @JsonProperty("target_rate") @Nullable Double targetRate,
      @JsonProperty("requests_per_iteration") @Nullable Double requestsPerIteration,
      @JsonProperty("max_concurrency") @Nullable Integer maxConcurrency,
      @JsonProperty("planned_duration_s") @Nullable Double plannedDurationS,
      @Nullable List<Stage> stages,
      @JsonProperty("start_s") @Nullable Double startS,
      @JsonProperty("start_rate") @Nullable Double startRate,
      @JsonProperty("time_unit_s") @Nullable Double timeUnitS,
      @Nullable Integer vus,
      @JsonProperty("max_vus") @Nullable Integer maxVus,
      @Nullable Long iterations,
      @JsonProperty("max_duration_s") @Nullable Double maxDurationS) {

    /** Checks every number that is given. */
    public Load {
      oneOf("load.model", model, Set.of("open", "closed"));
      oneOf("load.arrival", arrival, Set.of("constant", "poisson", "replay"));
      atLeastZero("load.target_rate", targetRate);
      atLeastZero("load.requests_per_iteration", requestsPerIteration);
      atLeastZero("load.max_concurrency", maxConcurrency);
      atLeastZero("load.planned_duration_s", plannedDurationS);
      atLeastZero("load.start_s", startS);
      atLeastZero("load.start_rate", startRate);
      atLeastZero("load.time_unit_s", timeUnitS);
      atLeastZero("load.vus", vus);
      atLeastZero("load.max_vus", maxVus);
      atLeastZero("load.iterations", iterations);
      atLeastZero("load.max_duration_s", maxDurationS);
    }
  }

  /**
   * One stage: its rate, or of a closed load its virtual users, and how long it lasts. An executor
   * whose name starts with {@code ramping} gets there in a straight line, any other at once.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Stage(
      @JsonProperty("target_rate") @Nullable Double targetRate,
      @JsonProperty("duration_s") @Nullable Double durationS,
      @JsonProperty("target_vus") @Nullable Integer targetVus) {

    /** Checks every number that is given. */
    public Stage {
      atLeastZero("load.stages.target_rate", targetRate);
      atLeastZero("load.stages.duration_s", durationS);
      atLeastZero("load.stages.target_vus", targetVus);
    }
  }

  /** Seconds cut off at the start and at the end. */
  public record Window(
      @JsonProperty("warmup_s") @Nullable Double warmupS,
      @JsonProperty("cooldown_s") @Nullable Double cooldownS) {

    /** Checks every number that is given. */
    public Window {
      atLeastZero("window.warmup_s", warmupS);
      atLeastZero("window.cooldown_s", cooldownS);
    }
  }

  /**
   * How the server's traces were sampled.
   *
   * @param policy for example {@code always_on}, {@code ratio}, {@code tail}
   * @param ratio 0 to 1
   */
  public record Sampling(@Nullable String policy, @Nullable Double ratio) {

    /** Checks the ratio. */
    public Sampling {
      if (ratio != null && !(ratio >= 0 && ratio <= 1)) {
        throw new IllegalArgumentException("sampling.ratio: expected 0 to 1, got " + ratio);
      }
    }
  }

  /** Load and window of one scenario. */
  public record Scenario(@Nullable Load load, @Nullable Window window) {}

  /** Checks kind and prefix. */
  public RunDeclaration {
    oneOf("kind", kind, KINDS);
    oneOf("single_token_tpot", singleTokenTpot, Set.of("exempt", "fail"));
    if (traceIdPrefix != null && !traceIdPrefix.matches("[0-9a-fA-F]{1," + TRACE_ID_DIGITS + "}")) {
      throw new IllegalArgumentException("trace_id_prefix: expected 1 to 32 hex digits");
    }
  }

  /** Services whose spans alone may be roots; empty: any. */
  public Set<String> declaredServices() {
    return services == null ? Set.of() : services;
  }

  /** Services of load generators that export spans; empty: none. */
  public Set<String> declaredGeneratorServices() {
    return generatorServices == null ? Set.of() : generatorServices;
  }

  /** True where the server's traces are sampled at the tail: they come later. */
  public boolean tailSampled() {
    return sampling != null && "tail".equals(sampling.policy());
  }

  private static void oneOf(String field, @Nullable String value, Set<String> known) {
    if (value != null && !known.contains(value)) {
      throw new IllegalArgumentException(
          field
              + ": '"
              + value
              + "' is none of "
              + String.join(", ", known.stream().sorted().toList()));
    }
  }

  private static void atLeastZero(String field, @Nullable Number value) {
    if (value != null
        && !(value.doubleValue() >= 0 && value.doubleValue() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(field + ": expected a number of at least 0, got " + value);
    }
  }
}
