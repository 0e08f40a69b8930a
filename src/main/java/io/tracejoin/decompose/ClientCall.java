package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * One call that a client made, of one or more rows.
 *
 * @param record its hops put together
 * @param hops how many
 * @param last the last hop
 */
record ClientCall(ClientRecord record, int hops, ClientRecord last) {

  private static final int FIRST_DIAL_CODE = 1100;
  private static final int LAST_DIAL_CODE = 1399;

  @Nullable SpanId parent() {
    return record.parentSpanId();
  }

  /** It failed before the request left: DNS, dial or TLS (k6 error codes 1100 to 1399). */
  boolean neverSent() {
    Long total = record.times().total();
    return record.outcome() != Outcome.SUCCESS
        && (total == null || total == 0)
        && isDialCode(record.labels().errorCode());
  }

  private static boolean isDialCode(@Nullable String code) {
    if (code == null
        || code.length() != 4
        || !code.chars().allMatch(it -> it >= '0' && it <= '9')) {
      return false;
    }
    int number = Integer.parseInt(code);
    return number >= FIRST_DIAL_CODE && number <= LAST_DIAL_CODE;
  }
}
