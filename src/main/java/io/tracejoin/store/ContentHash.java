package io.tracejoin.store;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.TokenTimes;
import org.jspecify.annotations.Nullable;

/**
 * A 64-bit digest of every field of a record but its place in the upload. It is stored: the order
 * of the fields must not change. A clash would have to happen among the rows of one trace.
 */
final class ContentHash {

  private static final long ABSENT = 0x6e75_6c6cL;

  private long state = 0x9E37_79B9_7F4A_7C15L;

  private ContentHash() {}

  static long of(ClientRecord record) {
    ContentHash hash = new ContentHash();
    hash.add(record.key().getMostSignificantBits());
    hash.add(record.key().getLeastSignificantBits());
    hash.add(record.correlated());
    hash.add(SpanRows.value(record.parentSpanId()));
    hash.add(record.outcome().code());
    hash.add(record.status());
    hash.add(record.sampled());
    hash.add(record.negativePart());
    hash.add(record.times());
    hash.add(record.labels());
    hash.add(record.times().content());
    return hash.state;
  }

  private void add(ClientTimes times) {
    add(times.sentAt());
    add(times.plannedAt());
    add(times.total());
    add(times.ttft());
    add(times.ttftKind() == null ? null : times.ttftKind().code());
    add(times.blocked());
    add(times.connecting());
    add(times.tls());
    add(times.sending());
    add(times.waiting());
    add(times.receiving());
    add(times.streamEnd());
  }

  /** What is not told leaves no mark: records stored without such times keep their digest. */
  private void add(ContentTimes content) {
    for (TokenTimes.Kind kind : TokenTimes.Kind.values()) {
      TokenTimes times = content.of(kind);
      if (times != null) {
        add(times.toString());
      }
    }
  }

  private void add(ClientLabels labels) {
    add(labels.generator());
    add(labels.lifecycle() == null ? null : labels.lifecycle().code());
    add(labels.scenario());
    add(labels.endpoint());
    add(labels.streaming());
    add(labels.step());
    add(labels.finishReason());
    add(labels.errorCode());
    add(labels.model());
    add(labels.provider());
    add(labels.route());
    add(labels.region());
    add(labels.inputTokens());
    add(labels.outputTokens());
    add(labels.responseBytes());
  }

  private void add(@Nullable String text) {
    if (text == null) {
      add(ABSENT);
      return;
    }
    add((long) text.length());
    for (int i = 0; i < text.length(); i++) {
      state = (state ^ text.charAt(i)) * 0x100_0000_01B3L;
    }
    add(1L);
  }

  private void add(@Nullable Long value) {
    if (value == null) {
      add(ABSENT);
    } else {
      add(1L);
      add(value.longValue());
    }
  }

  private void add(@Nullable Integer value) {
    add(value == null ? null : Long.valueOf(value));
  }

  private void add(@Nullable Boolean value) {
    add(value == null ? null : Long.valueOf(value ? 1 : 0));
  }

  /** One step of SplitMix64: every bit of the value reaches every bit of the state. */
  private void add(long value) {
    long mixed = (state ^ value) + 0x9E37_79B9_7F4A_7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    state = mixed ^ (mixed >>> 31);
  }
}
