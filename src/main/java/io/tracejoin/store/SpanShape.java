package io.tracejoin.store;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What spans have in common beside who sent them.
 *
 * @param name null where each span holds its own
 * @param flags bits 0 to 9 of the OTLP span flags: the others have no meaning yet
 * @param attributes those that every span of this shape has
 */
record SpanShape(
    @Nullable String name,
    String scope,
    SpanKind kind,
    SpanStatus status,
    int flags,
    Map<String, Object> attributes) {

  private static final int FLAGS = 0x3ff;

  /** The shape of a span of which these parts are shared. */
  static SpanShape of(
      Span span, @Nullable String name, String scope, Map<String, Object> attributes) {
    return new SpanShape(name, scope, span.kind(), span.status(), span.flags() & FLAGS, attributes);
  }

  /** As the record's own, which is slow while little is compiled: every span asks for it. */
  @Override
  public int hashCode() {
    int hash = name == null ? 0 : name.hashCode();
    hash = 31 * hash + scope.hashCode();
    hash = 31 * hash + kind.ordinal();
    hash = 31 * hash + status.ordinal();
    hash = 31 * hash + flags;
    return 31 * hash + attributes.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SpanShape it
        && kind == it.kind
        && status == it.status
        && flags == it.flags
        && Objects.equals(name, it.name)
        && scope.equals(it.scope)
        && attributes.equals(it.attributes);
  }

  /** Of equal shapes the same in every process, of different ones different. */
  UUID fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(digest, name == null ? "-" : "+" + name);
      add(digest, scope);
      digest.update(
          ByteBuffer.allocate(12)
              .putInt(kind.ordinal())
              .putInt(status.ordinal())
              .putInt(flags)
              .flip());
      new TreeMap<>(attributes)
          .forEach(
              (key, value) -> {
                add(digest, key);
                add(digest, value.getClass().getSimpleName());
                add(digest, value.toString());
              });
      ByteBuffer hash = ByteBuffer.wrap(digest.digest());
      return new UUID(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
  }
}
