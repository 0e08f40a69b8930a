package io.tracejoin.decompose;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Per-request measures (semantics 5), in the order in which reports print them. All are nanoseconds
 * inside.
 */
public enum Measure {
  CLIENT_TOTAL(Side.CLIENT),
  CLIENT_SETUP(Side.CLIENT),
  CLIENT_WALL(Side.CLIENT),
  SCHEDULE_LAG(Side.CLIENT),
  RESPONSE_TIME(Side.CLIENT),
  CLIENT_TTFT(Side.CLIENT),
  NETWORK_ENVELOPE(Side.PAIR),
  TTFT_ENVELOPE(Side.PAIR),
  SERVER_ROOT(Side.PAIR),
  SERVER_TTFT(Side.PAIR),
  GATEWAY(Side.PAIR, Phase.GATEWAY),
  APP_QUEUE(Side.PAIR, Phase.APP_QUEUE),
  GPU_QUEUE(Side.PAIR, Phase.GPU_QUEUE),
  PREFILL(Side.PAIR, Phase.PREFILL),
  DECODE(Side.PAIR, Phase.DECODE),
  GENERATION(Side.PAIR, Phase.GENERATION),
  PROVIDER_REQUEST(Side.PAIR, Phase.PROVIDER_REQUEST),
  RESPONSE_WRITE(Side.PAIR, Phase.RESPONSE_WRITE),
  UNATTRIBUTED(Side.PAIR),
  GENERATION_MS_PER_OUTPUT_TOKEN(Side.PAIR),
  TPOT(Side.CLIENT),
  TPOT_ESTIMATE(Side.CLIENT),
  E2E_TOKEN(Side.CLIENT),
  E2E_STREAM(Side.CLIENT),
  PROTOCOL_TAIL(Side.CLIENT),
  /** The request's own p95 of the time between two tokens. */
  ITL_P95(Side.CLIENT),
  /** The request's own p95 of the time between two chunks. */
  CHUNK_INTERVAL_P95(Side.CLIENT);

  /** Which population a measure has (semantics 7). */
  public enum Side {
    /** All client records of the cohort, traced or not. */
    CLIENT,
    /** Matched pairs. */
    PAIR
  }

  private final Side side;
  private final @Nullable Phase phase;

  Measure(Side side) {
    this(side, null);
  }

  Measure(Side side, @Nullable Phase phase) {
    this.side = side;
    this.phase = phase;
  }

  /** The measure of a phase's exclusive time. */
  public static Measure of(Phase phase) {
    return valueOf(phase.name());
  }

  /** Whose figure it is. */
  public Side side() {
    return side;
  }

  /** The phase whose exclusive time this is; null for the others. */
  public @Nullable Phase phase() {
    return phase;
  }

  /** The name in JSON, budgets and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The field of a breakdown that holds the value in milliseconds. */
  public String field() {
    return this == GENERATION_MS_PER_OUTPUT_TOKEN ? code() : code() + "_ms";
  }

  /** The column of {@code joined_request} that holds the value in nanoseconds. */
  public String column() {
    return this == GENERATION_MS_PER_OUTPUT_TOKEN
        ? "generation_per_output_token_ns"
        : code() + "_ns";
  }

  /** Who is asked when this measure is slow; null for figures of the whole. */
  public @Nullable String owner() {
    if (phase != null) {
      return phase.owner();
    }
    return switch (this) {
      case UNATTRIBUTED -> Phase.UNATTRIBUTED_OWNER;
      case NETWORK_ENVELOPE, TTFT_ENVELOPE -> "network";
      case CLIENT_SETUP, SCHEDULE_LAG -> "load generator";
      default -> null;
    };
  }
}
