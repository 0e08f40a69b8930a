package io.tracejoin.budget;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TtftKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a clause bounds. */
public sealed interface Subject {

  /** The name in budgets, JSON and docs. */
  String code();

  /** Of value, interval and bound. */
  String unit();

  /** On which side of the value the bound lies. */
  Side side();

  /** The part of a request that this is the time of; null for figures of the whole. */
  default @Nullable String phase() {
    return null;
  }

  /** Whom to ask when it fails; null for figures of the whole. */
  default @Nullable String owner() {
    return null;
  }

  /**
   * A per-request time.
   *
   * @param kind of a time to first token; null: the one that most requests have
   */
  record Latency(Measure measure, @Nullable TtftKind kind) implements Subject {

    /** Intervals have no statistic of their own: they are judged by each request's p95. */
    @Override
    public String code() {
      return switch (measure) {
        case ITL_P95 -> TokenTimes.Kind.TOKEN.interval();
        case CHUNK_INTERVAL_P95 -> TokenTimes.Kind.CHUNK.interval();
        default -> measure.code();
      };
    }

    @Override
    public String unit() {
      return "ms";
    }

    @Override
    public Side side() {
      return Side.MAX;
    }

    @Override
    public @Nullable String phase() {
      return measure.owner() == null ? null : measure.code();
    }

    @Override
    public @Nullable String owner() {
      return measure.owner();
    }

    /** Whether it is known of matched requests alone. */
    public boolean ofPairs() {
      return measure.side() == Measure.Side.PAIR;
    }

    /** Whether it has kinds. */
    static boolean hasKinds(Measure measure) {
      return switch (measure) {
        case CLIENT_TTFT, SERVER_TTFT, TTFT_ENVELOPE -> true;
        default -> false;
      };
    }
  }

  /** A ratio or a count of requests. */
  enum Counted implements Subject {
    ERROR_RATE("ratio", Side.MAX),
    COVERAGE("ratio", Side.MIN),
    DROPPED_ITERATIONS("count", Side.MAX),
    ATTAINMENT("ratio", Side.MIN),
    GOODPUT("1/s", Side.MIN),
    RECORD_COMPLETENESS("ratio", Side.MIN);

    private final String unit;
    private final Side side;

    Counted(String unit, Side side) {
      this.unit = unit;
      this.side = side;
    }

    @Override
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String unit() {
      return unit;
    }

    @Override
    public Side side() {
      return side;
    }

    /** Whether it tells good requests from others, by an SLO. */
    public boolean needsSlo() {
      return this == ATTAINMENT || this == GOODPUT;
    }

    /** Whether it is of the run as a whole: no selector narrows it. */
    public boolean ofWholeRun() {
      return this == DROPPED_ITERATIONS || this == RECORD_COMPLETENESS;
    }

    /** Whether it says what the data is worth, and needs no evidence itself. */
    public boolean isEvidence() {
      return this == COVERAGE || ofWholeRun();
    }
  }
}
