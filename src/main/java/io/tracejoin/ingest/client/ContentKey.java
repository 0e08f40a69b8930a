package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The key of a record without identifiers: a digest of what it says. The same file posted again
 * gives the same keys, so a repeated upload is harmless. Rows without a send time, or with one that
 * is too coarse, are told apart by their place in the file.
 */
final class ContentKey {

  /** Holds the place of a key that is not computed yet. */
  static final UUID NONE = new UUID(0, 0);

  /** Not found in any label, so that neighbours cannot run into each other. */
  private static final char END = '\0';

  private ContentKey() {}

  /** The same record under the key of its content. */
  static ClientRecord keyed(ClientRecord record) {
    return keyed(record, record.times().sentAt() == null);
  }

  /** The same record under the key of its content and its place in the file. */
  static ClientRecord keyedWithPlace(ClientRecord record) {
    return keyed(record, true);
  }

  private static ClientRecord keyed(ClientRecord record, boolean withPlace) {
    return new ClientRecord(
        of(record, withPlace),
        false,
        record.parentSpanId(),
        record.outcome(),
        record.status(),
        record.sampled(),
        record.negativePart(),
        record.times(),
        record.labels(),
        record.position());
  }

  private static UUID of(ClientRecord record, boolean withPlace) {
    var content = new StringBuilder(256);
    // The first is left empty: keys given before stay what they were.
    append(content, null, record.parentSpanId(), record.outcome(), record.status());
    append(content, record.sampled(), record.negativePart());
    times(content, record.times());
    labels(content, record.labels());
    // What is not told leaves no mark, for the same reason.
    if (!record.times().content().isEmpty()) {
      append(content, record.times().content());
    }
    if (withPlace) {
      append(content, record.position());
    }
    ByteBuffer digest = ByteBuffer.wrap(sha256(content.toString()));
    return new UUID(digest.getLong(), digest.getLong());
  }

  private static void times(StringBuilder content, ClientTimes times) {
    append(content, times.sentAt(), times.plannedAt(), times.total(), times.ttft());
    append(content, times.ttftKind(), times.blocked(), times.connecting(), times.tls());
    append(content, times.sending(), times.waiting(), times.receiving(), times.streamEnd());
  }

  private static void labels(StringBuilder content, ClientLabels labels) {
    append(content, labels.generator(), labels.lifecycle(), labels.scenario(), labels.endpoint());
    append(content, labels.streaming(), labels.step(), labels.finishReason(), labels.errorCode());
    append(content, labels.model(), labels.provider(), labels.route(), labels.region());
    append(content, labels.inputTokens(), labels.outputTokens(), labels.responseBytes());
  }

  private static void append(StringBuilder content, @Nullable Object... values) {
    for (Object value : values) {
      content.append(value).append(END);
    }
  }

  private static byte[] sha256(String content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
