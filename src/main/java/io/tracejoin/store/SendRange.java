package io.tracejoin.store;

import io.tracejoin.decompose.ClientRecord;
import org.jspecify.annotations.Nullable;

/**
 * When a run's requests were sent, in nanoseconds since 1970; setup and teardown left out. Both are
 * null where no record carries a send time.
 */
record SendRange(@Nullable Long first, @Nullable Long last) {

  static final SendRange NONE = new SendRange(null, null);

  static SendRange of(Iterable<ClientRecord> records) {
    SendRange range = NONE;
    for (ClientRecord record : records) {
      Long sentAt = record.times().sentAt();
      if (sentAt != null && record.labels().lifecycle() == null) {
        range = range.plus(new SendRange(sentAt, sentAt));
      }
    }
    return range;
  }

  /** The range that covers both. */
  SendRange plus(SendRange other) {
    if (first == null || last == null) {
      return other;
    }
    if (other.first == null || other.last == null) {
      return this;
    }
    return new SendRange(Math.min(first, other.first), Math.max(last, other.last));
  }
}
