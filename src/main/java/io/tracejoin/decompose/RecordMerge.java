package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/** Fills in what a record lacks from a repeat of it; the finer send time wins (semantics 2). */
final class RecordMerge {

  private RecordMerge() {}

  static ClientRecord of(ClientRecord one, ClientRecord other) {
    return new ClientRecord(
        one.key(),
        one.identity(),
        one.parentSpanId(),
        one.outcome(),
        first(one.status(), other.status()),
        first(one.sampled(), other.sampled()),
        one.negativePart() || other.negativePart(),
        times(one, other),
        labels(one.labels(), other.labels()),
        Math.min(one.position(), other.position()));
  }

  private static ClientTimes times(ClientRecord oneRecord, ClientRecord otherRecord) {
    boolean otherIsFiner = SendTime.unit(otherRecord) < SendTime.unit(oneRecord);
    ClientTimes one = oneRecord.times();
    ClientTimes other = otherRecord.times();
    ClientTimes toToken = closerToTheToken(one, other) ? one : other;
    return new ClientTimes(
        otherIsFiner ? other.sentAt() : one.sentAt(),
        first(one.plannedAt(), other.plannedAt()),
        first(one.total(), other.total()),
        toToken.ttft(),
        toToken.ttftKind(),
        first(one.blocked(), other.blocked()),
        first(one.connecting(), other.connecting()),
        first(one.tls(), other.tls()),
        first(one.sending(), other.sending()),
        first(one.waiting(), other.waiting()),
        first(one.receiving(), other.receiving()),
        first(one.streamEnd(), other.streamEnd()),
        one.content().or(other.content()));
  }

  /** A token says more than a chunk, a chunk more than the first byte. */
  private static boolean closerToTheToken(ClientTimes one, ClientTimes other) {
    return other.ttftKind() == null
        || (one.ttftKind() != null && one.ttftKind().compareTo(other.ttftKind()) <= 0);
  }

  private static ClientLabels labels(ClientLabels one, ClientLabels other) {
    return new ClientLabels(
        first(one.generator(), other.generator()),
        first(one.lifecycle(), other.lifecycle()),
        first(one.scenario(), other.scenario()),
        first(one.endpoint(), other.endpoint()),
        first(one.streaming(), other.streaming()),
        first(one.step(), other.step()),
        first(one.finishReason(), other.finishReason()),
        first(one.errorCode(), other.errorCode()),
        first(one.model(), other.model()),
        first(one.provider(), other.provider()),
        first(one.route(), other.route()),
        first(one.region(), other.region()),
        first(one.inputTokens(), other.inputTokens()),
        first(one.outputTokens(), other.outputTokens()),
        first(one.responseBytes(), other.responseBytes()));
  }

  static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
    return one == null ? other : one;
  }
}
