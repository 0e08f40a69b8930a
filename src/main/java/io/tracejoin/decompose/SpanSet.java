package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a trace, repeats dropped (semantics 2). The same ID twice is an exporter's retry: of
 * spans that differ the one that ends later wins, then the earlier start, then the greater
 * encoding. A CLIENT and a SERVER span that share an ID are two spans; a span of any third kind
 * with that ID loses against both.
 *
 * @param entries by span ID, a CLIENT span before the SERVER span that shares its ID
 */
record SpanSet(List<Entry> entries) {

  /**
   * One span.
   *
   * @param conflicting others of its ID differed and lost
   * @param shared it is the SERVER half of a shared ID
   */
  record Entry(Span span, boolean conflicting, boolean shared) {}

  private static final Comparator<Span> STRONGER =
      Comparator.comparingLong(Span::endNanos)
          .thenComparing(Comparator.comparingLong(Span::startNanos).reversed())
          .thenComparing(SpanSet::encoding);

  static SpanSet of(List<Span> spans) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort((one, other) -> one.spanId().compareTo(other.spanId()));
    List<Entry> entries = new ArrayList<>(sorted.size());
    for (int from = 0; from < sorted.size(); ) {
      int to = from + 1;
      while (to < sorted.size() && sorted.get(to).spanId().equals(sorted.get(from).spanId())) {
        to++;
      }
      add(sorted.subList(from, to), entries);
      from = to;
    }
    return new SpanSet(entries);
  }

  private static void add(List<Span> sameId, List<Entry> entries) {
    if (sameId.size() == 1) {
      entries.add(new Entry(sameId.get(0), false, false));
      return;
    }
    Set<Span> distinct = new HashSet<>(sameId);
    Span client = strongest(distinct, SpanKind.CLIENT);
    Span server = strongest(distinct, SpanKind.SERVER);
    if (client != null && server != null) {
      entries.add(new Entry(client, distinct.size() > 2, false));
      entries.add(new Entry(server, distinct.size() > 2, true));
    } else {
      Span winner = distinct.stream().max(STRONGER).orElseThrow();
      entries.add(new Entry(winner, distinct.size() > 1, false));
    }
  }

  private static @Nullable Span strongest(Set<Span> spans, SpanKind kind) {
    return spans.stream().filter(it -> it.kind() == kind).max(STRONGER).orElse(null);
  }

  /** Any fixed order will do, as long as it knows every field and no order of arrival. */
  private static String encoding(Span span) {
    return String.join(
        "\n",
        span.name(),
        span.kind().name(),
        String.valueOf(span.parentSpanId()),
        String.valueOf(span.flags()),
        span.status().name(),
        span.resource().toString(),
        span.scope(),
        new TreeMap<>(span.attributes()).toString(),
        span.events().toString());
  }
}
