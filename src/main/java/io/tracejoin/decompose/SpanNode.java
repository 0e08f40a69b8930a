package io.tracejoin.decompose;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A span with what hangs below it, as received.
 *
 * @param phase what the mapping says the span is; null where no rule maps it
 * @param children by start, then span ID
 */
public record SpanNode(Span span, @Nullable Phase phase, List<SpanNode> children) {
  /** Copies the children. */
  public SpanNode {
    children = List.copyOf(children);
  }
}
