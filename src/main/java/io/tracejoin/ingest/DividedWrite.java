package io.tracejoin.ingest;

import io.tracejoin.decompose.Span;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stores an export of which the database refuses a part: halves of halves, until what is refused
 * stands alone.
 */
final class DividedWrite {

  /** Then what is left is refused as it is: an export of bad spans must not cost a commit each. */
  private static final int MOST_WRITES = 200;

  private final Function<List<Span>, @Nullable Throwable> commit;
  private int writes;
  private int refused;

  /**
   * @param commit stores spans; what went wrong, or null
   */
  DividedWrite(Function<List<Span>, @Nullable Throwable> commit) {
    this.commit = commit;
  }

  /** Spans that were refused. */
  int refused() {
    return refused;
  }

  /**
   * Stores what can be stored of spans that were refused together. Some are stored even where it
   * fails: to send them again is harmless.
   *
   * @return why the rest could not be tried; null if all were stored or refused
   */
  @Nullable Throwable all(List<Span> spans) {
    if (spans.size() == 1 || writes >= MOST_WRITES) {
      refused += spans.size();
      return null;
    }
    int middle = spans.size() / 2;
    Throwable failure = half(spans.subList(0, middle));
    return failure != null ? failure : half(spans.subList(middle, spans.size()));
  }

  private @Nullable Throwable half(List<Span> spans) {
    writes++;
    Throwable failure = commit.apply(spans);
    return failure == null || !Outage.isRefusal(failure) ? failure : all(spans);
  }
}
