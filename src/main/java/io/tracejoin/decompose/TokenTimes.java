package io.tracejoin.decompose;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * When the tokens of one answer arrived, or its chunks: at least one time, in nanoseconds from the
 * start of sending, none smaller than the one before.
 *
 * <p>It is kept as it is stored: as differences, two or three bytes each. The first and the last
 * time are exact to the nanosecond, since measures are made of them; those between are cut to
 * microseconds, which keeps their order.
 */
public final class TokenTimes {

  /** What arrived. Intervals of the one are never called by the other's name. */
  public enum Kind {
    TOKEN(TtftKind.TOKEN, "itl"),
    CHUNK(TtftKind.CHUNK, "chunk_interval");

    private final TtftKind ttft;
    private final String interval;

    Kind(TtftKind ttft, String interval) {
      this.ttft = ttft;
      this.interval = interval;
    }

    /** The kind of the time to the first of them. */
    public TtftKind ttft() {
      return ttft;
    }

    /** The name of the time between two of them: {@code itl} or {@code chunk_interval}. */
    public String interval() {
      return interval;
    }

    /** The name in JSON and SQL. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long MICRO = 1_000;

  private final Kind kind;
  private final byte[] encoded;
  private final int size;
  private final long first;
  private final long last;

  private TokenTimes(Kind kind, byte[] encoded) {
    Ends ends = new Ends();
    walk(encoded, ends);
    this.kind = kind;
    this.encoded = encoded;
    this.size = ends.count;
    this.first = ends.first;
    this.last = ends.last;
  }

  /**
   * These times.
   *
   * @param nanos at least one
   * @throws IllegalArgumentException if there is none, or one is negative or smaller than the one
   *     before
   */
  public static TokenTimes of(Kind kind, long... nanos) {
    Builder builder = new Builder(kind);
    for (long it : nanos) {
      builder.add(it);
    }
    TokenTimes times = builder.build();
    if (times == null) {
      throw new IllegalArgumentException("empty");
    }
    return times;
  }

  /**
   * What {@link #encoded} gave.
   *
   * @throws IllegalArgumentException if it did not give this
   */
  public static TokenTimes decode(Kind kind, byte[] encoded) {
    return new TokenTimes(kind, encoded.clone());
  }

  /** The form in which they are stored. */
  public byte[] encoded() {
    return encoded.clone();
  }

  /** How many bytes they take. */
  public int bytes() {
    return encoded.length;
  }

  /** What arrived. */
  public Kind kind() {
    return kind;
  }

  /** How many there are, at least 1. */
  public int size() {
    return size;
  }

  /** The first time, exactly. */
  public long first() {
    return first;
  }

  /** The last time, exactly. */
  public long last() {
    return last;
  }

  /** Gives every time in order. */
  public void forEach(LongConsumer taker) {
    walk(encoded, taker);
  }

  /** Gives the time between each two neighbours in order: one less than there are times. */
  public void forEachInterval(LongConsumer taker) {
    forEach(new Differences(taker));
  }

  /** The times in order. */
  public long[] nanos() {
    long[] nanos = new long[size];
    int[] next = {0};
    forEach(it -> nanos[next[0]++] = it);
    return nanos;
  }

  /** The same times, counted from a start that lies so many nanoseconds earlier. */
  TokenTimes later(long shift) {
    Builder builder = new Builder(kind);
    forEach(it -> builder.add(Nanos.plus(it, shift)));
    TokenTimes moved = builder.build();
    return moved == null ? this : moved;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TokenTimes it && kind == it.kind && Arrays.equals(encoded, it.encoded);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(encoded);
  }

  /** Tells all of them: records are put in order by their texts. */
  @Override
  public String toString() {
    return kind.code() + ":" + HexFormat.of().formatHex(encoded);
  }

  /** The count, the first time, differences in microseconds, and what is left to the last time. */
  private static void walk(byte[] encoded, LongConsumer taker) {
    Varints.read(encoded, new Walk(taker));
  }

  /** Reads the times of one encoding. */
  private static final class Walk implements LongPredicate {
    private final LongConsumer taker;
    private long count = -1;
    private long told;
    private long first;
    private long micros;

    Walk(LongConsumer taker) {
      this.taker = taker;
    }

    @Override
    public boolean test(long value) {
      if (count < 0) {
        count = value;
        return requireOne(value);
      }
      taker.accept(time(value));
      return told < count;
    }

    private long time(long value) {
      told++;
      if (told == 1) {
        first = value;
        micros = value / MICRO;
        return first;
      }
      if (told == count) {
        return micros * MICRO + value;
      }
      micros += value;
      return Math.max(first, micros * MICRO);
    }

    private static boolean requireOne(long count) {
      if (count < 1 || count > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("not an encoding of times");
      }
      return true;
    }
  }

  private static final class Ends implements LongConsumer {
    private int count;
    private long first;
    private long last;

    @Override
    public void accept(long time) {
      first = count == 0 ? time : first;
      last = time;
      count++;
    }
  }

  private static final class Differences implements LongConsumer {
    private final LongConsumer taker;
    private boolean started;
    private long before;

    Differences(LongConsumer taker) {
      this.taker = taker;
    }

    @Override
    public void accept(long time) {
      if (started) {
        taker.accept(time - before);
      }
      started = true;
      before = time;
    }
  }

  /** Takes times one by one: a long answer is never held as numbers. */
  public static final class Builder {

    private final Kind kind;
    private final Varints told = new Varints();
    private int size;
    private long latest;
    private long micros;

    /** Starts with no time. */
    public Builder(Kind kind) {
      this.kind = kind;
    }

    /**
     * Takes the next time.
     *
     * @throws IllegalArgumentException if it is negative or smaller than the one before
     */
    public Builder add(long nanos) {
      if (nanos < 0) {
        throw new IllegalArgumentException("entry " + (size + 1) + " is negative");
      }
      if (nanos < latest) {
        throw new IllegalArgumentException(
            "entry " + (size + 1) + " is smaller than the one before");
      }
      if (size == 0) {
        told.add(nanos);
        micros = nanos / MICRO;
      } else if (size > 1) {
        told.add(latest / MICRO - micros);
        micros = latest / MICRO;
      }
      latest = nanos;
      size++;
      return this;
    }

    /** All of them; null if there is none. */
    public @Nullable TokenTimes build() {
      if (size == 0) {
        return null;
      }
      Varints whole = new Varints();
      whole.add(size);
      whole.addAll(told);
      if (size > 1) {
        whole.add(latest - micros * MICRO);
      }
      return new TokenTimes(kind, whole.bytes());
    }
  }
}
