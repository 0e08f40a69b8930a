package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/** How fine the stamp of a record's sending is. */
final class SendTime {

  static final long SECOND = 1_000_000_000;
  private static final long[] UNITS = {SECOND, 1_000_000, 1_000};

  private SendTime() {}

  /**
   * The coarsest unit that the stamp is a whole multiple of. Generators that stamp the end (k6)
   * have the duration taken off, so the end is tried as well.
   *
   * @return nanoseconds
   */
  static long unit(ClientRecord record) {
    Long sent = record.times().sentAt();
    if (sent == null) {
      return Long.MAX_VALUE;
    }
    Long end = end(record);
    for (long unit : UNITS) {
      if (sent % unit == 0 || (end != null && end % unit == 0)) {
        return unit;
      }
    }
    return 1;
  }

  /** When the call was over by its own clock, or null. */
  static @Nullable Long end(ClientRecord record) {
    Long sent = record.times().sentAt();
    Long total = record.times().total();
    return sent == null || total == null ? null : (Long) Nanos.plus(sent, total);
  }

  /** Both say when they were sent, and not to the same time. */
  static boolean differs(ClientRecord one, ClientRecord other) {
    Long sent = one.times().sentAt();
    Long otherSent = other.times().sentAt();
    if (sent == null || otherSent == null) {
      return false;
    }
    long apart = Math.abs(Nanos.minus(sent, otherSent));
    return apart >= Math.max(unit(one), unit(other));
  }
}
