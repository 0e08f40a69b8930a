package io.tracejoin.report;

/**
 * When one generator sent, on its own clock; setup and teardown and records without a send time
 * left out. Due is the planned send, or the actual one where none was planned.
 *
 * @param generator its name, or the empty string
 * @param records at least 1
 * @param firstSend nanoseconds since 1970, as the others
 */
public record SendRange(
    String generator, long records, long firstSend, long lastSend, long firstDue, long lastDue) {

  /** The mean distance between two due sends; at least a nanosecond, so that the last one is in. */
  long meanGap() {
    return records < 2 ? 1 : Math.max(1, (lastDue - firstDue) / (records - 1));
  }
}
