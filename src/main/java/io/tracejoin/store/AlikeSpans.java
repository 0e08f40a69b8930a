package io.tracejoin.store;

import io.tracejoin.decompose.Span;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was found for spans of the same shape before in a batch. Spans that were received together
 * share their attribute maps, so that these are told apart by being the same object: to compare
 * their content for each span would take longer than all else.
 *
 * @param <V> what is found
 */
final class AlikeSpans<V> {

  /** A power of two. Two shapes in one place drive each other out, which costs time alone. */
  private static final int PLACES = 1 << 8;

  private final Function<Span, V> find;
  private final @Nullable Span[] firsts = new Span[PLACES];
  private final Object[] found = new Object[PLACES];

  /**
   * @param find asked for the first of its kind, and now and then for another one
   */
  AlikeSpans(Function<Span, V> find) {
    this.find = find;
  }

  @SuppressWarnings("unchecked") // what is in found comes from find alone
  V of(Span span) {
    int place = place(span);
    Span first = firsts[place];
    if (first == null || !alike(first, span)) {
      firsts[place] = span;
      found[place] = find.apply(span);
    }
    return (V) found[place];
  }

  private static int place(Span span) {
    int hash = System.identityHashCode(span.attributes()) * 31 + span.name().hashCode();
    hash = hash * 31 + (span.kind().ordinal() << 4 | span.status().ordinal());
    return (hash ^ hash >>> 8 ^ hash >>> 16) & PLACES - 1;
  }

  @SuppressWarnings("ReferenceEquality") // see above
  private static boolean alike(Span one, Span other) {
    return one.attributes() == other.attributes()
        && one.kind() == other.kind()
        && one.status() == other.status()
        && one.flags() == other.flags()
        && one.name().equals(other.name())
        && one.scope().equals(other.scope());
  }
}
