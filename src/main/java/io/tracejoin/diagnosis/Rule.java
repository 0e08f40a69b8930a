package io.tracejoin.diagnosis;

import static io.tracejoin.diagnosis.Condition.knownStable;
import static io.tracejoin.diagnosis.Condition.stable;
import static io.tracejoin.diagnosis.Condition.up;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What moved, and what that probably means: the table of semantics 13, in its order. A rule fires
 * where all of its conditions hold.
 */
public enum Rule {
  CONNECTIONS_NOT_REUSED(
      "client_setup and client_wall are up, the server's phases are stable",
      "load generator",
      "connection reuse, socket limits, generator CPU",
      up(Subject.SETUP),
      up(Subject.WALL),
      stable(Subject.ROOT),
      stable(Subject.GATEWAY),
      stable(Subject.APP_QUEUE),
      stable(Subject.GPU_QUEUE),
      stable(Subject.GENERATION),
      stable(Subject.PROVIDER_REQUEST),
      stable(Subject.RESPONSE_WRITE),
      stable(Subject.UNATTRIBUTED)),
  GATEWAY_OVERHEAD(
      "gateway is up, gpu_queue is stable: rate limit, serialisation, masking, too few replicas",
      "gateway team",
      "gateway child spans, CPU",
      up(Subject.GATEWAY),
      stable(Subject.GPU_QUEUE)),
  INFERENCE_SATURATED(
      "gpu_queue is up, generation per token is stable: the inference pool is saturated",
      "inference capacity",
      "concurrency, batch policy, queue length",
      up(Subject.GPU_QUEUE),
      stable(Subject.GENERATION_PER_TOKEN)),
  BATCH_OR_MEMORY(
      "generation per token is up: batch too aggressive, or memory short",
      "model / inference",
      "batch size, GPU memory, token profile",
      up(Subject.GENERATION_PER_TOKEN)),
  SLOW_START(
      "ttft is up, the total is stable: waiting before the start, or short output",
      "inference capacity",
      "queue and prefill separately",
      up(Subject.TTFT),
      stable(Subject.TOTAL)),
  RESPONSE_TRANSFER(
      "client_total is up, the root is stable: response transfer, or a part outside the root span",
      "network",
      "root boundary, body size, balancer",
      up(Subject.TOTAL),
      knownStable(Subject.ROOT)),
  CHANNEL_OR_BUFFERING(
      "each token adds more to the envelope than before, client_setup is stable: channel or"
          + " buffering",
      "network",
      "compression, proxy buffering, bandwidth",
      up(Subject.ENVELOPE_SLOPE),
      stable(Subject.SETUP)),
  PHASE_LOST(
      "unattributed is up: a phase lost its span, or boundaries moved",
      "instrumentation",
      "instrumentation of the server",
      up(Subject.UNATTRIBUTED)),
  PREFILL_OR_CACHE(
      "ttft is up, the token interval is stable: queueing, long prefill, cache preparation",
      "model / inference",
      "fix the output, vary input length and rate",
      up(Subject.TTFT),
      knownStable(Subject.TOKEN_INTERVAL)),
  BATCH_GROWTH(
      "token interval and throughput are up: larger batches",
      "model / inference",
      "fix the request set, sweep the scheduler's token budget",
      up(Subject.TOKEN_INTERVAL),
      up(Subject.THROUGHPUT)),
  CACHE_MOVED(
      "cached tokens and ttft p99 are up: hot worker, cache moved or evicted",
      "model / inference",
      "by worker, hit length, preparation time",
      up(Subject.CACHED_TOKENS),
      up(Subject.TTFT_TAIL)),
  GENERATOR_SATURATED(
      "schedule_lag is up: the generator is saturated",
      "load generator",
      "generator CPU, VUs",
      up(Subject.SCHEDULE_LAG));

  private final String symptom;
  private final String owner;
  private final String firstCheck;
  private final List<Condition> conditions;

  Rule(String symptom, String owner, String firstCheck, Condition... conditions) {
    this.symptom = symptom;
    this.owner = owner;
    this.firstCheck = firstCheck;
    this.conditions = List.copyOf(Arrays.asList(conditions));
  }

  /** The stable name in JSON. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is seen, and its probable cause. */
  public String symptom() {
    return symptom;
  }

  /** Whom to ask. */
  public String owner() {
    return owner;
  }

  /** Where to look first. */
  public String firstCheck() {
    return firstCheck;
  }

  List<Condition> conditions() {
    return conditions;
  }

  /** Everything that some rule asks about. */
  public static Stream<Subject> subjects() {
    return Arrays.stream(values())
        .flatMap(it -> it.conditions.stream())
        .map(Condition::subject)
        .distinct();
  }
}
