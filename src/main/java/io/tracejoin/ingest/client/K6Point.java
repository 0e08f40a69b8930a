package io.tracejoin.ingest.client;

/**
 * One point of k6's output, whichever format it was written in, read into the same object again and
 * again. Tags and metadata are reduced to digests that do not depend on their order, because only
 * their equality counts for most points; number and time stay text until they are asked for.
 */
abstract class K6Point {

  private static final int LONGEST_TIME = 40;

  /** More than any generator runs at once; beyond it a count is a mistake. */
  private static final int MOST = 1_000_000_000;

  final K6Scalar time;
  final K6Scalar value;

  K6Point(String timeField, String valueField) {
    time = new K6Scalar(timeField, LONGEST_TIME);
    value = new K6Scalar(valueField, Decimal.MAX_LENGTH);
  }

  /** What it is a point of. */
  abstract K6Metric metric();

  /** Digest of all tags, whatever their order. */
  abstract long tagsDigest();

  /** Digest of all metadata, whatever their order; 0 where there is none. */
  abstract long metadataDigest();

  /** Tags and metadata as texts. */
  abstract K6Tags tags();

  /** Where it stands in the upload, from 1. */
  abstract long line();

  /** The line, or a greater number: never the same twice. */
  abstract long position();

  /**
   * The time, tags and metadata: equal for all points of one transaction.
   *
   * @throws IllegalArgumentException if it has no usable time
   */
  final Identity identity() {
    return new Identity(nanosSince1970(), tagsDigest(), metadataDigest());
  }

  /**
   * When it was taken.
   *
   * @throws IllegalArgumentException if it has no usable time
   */
  final long nanosSince1970() {
    return time.read(K6Time::nanos);
  }

  /**
   * The value, from milliseconds to nanoseconds.
   *
   * @throws IllegalArgumentException if it is no finite number
   */
  final long nanos() {
    return value.read((text, length) -> Decimal.nanosOfMillis(text, 0, length));
  }

  /**
   * The value, from this unit to nanoseconds.
   *
   * @throws IllegalArgumentException if it is no finite number or below 0
   */
  final long nanos(TtftUnit unit) {
    long nanos = value.read((text, length) -> unit.nanos(new String(text, 0, length)));
    if (nanos < 0) {
      throw new IllegalArgumentException("a time to first token below 0");
    }
    return nanos;
  }

  /**
   * The value as a number of things.
   *
   * @throws IllegalArgumentException if it is not whole, below 0 or absurd
   */
  final int count() {
    long count = value.read((text, length) -> Decimal.whole(new String(text, 0, length)));
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException("value: " + count + " is no count");
    }
    return (int) count;
  }

  /**
   * What the points of one transaction share.
   *
   * @param time nanoseconds since 1970: the transaction's end
   * @param tags digest of all tags
   * @param metadata digest of all metadata
   */
  record Identity(long time, long tags, long metadata) {}
}
