package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AlikeSpansTest {

  private static final Map<String, Object> SHARED = Map.of("llm.phase", "queue");

  private final List<Span> asked = new ArrayList<>();
  private final AlikeSpans<String> alike =
      new AlikeSpans<>(
          span -> {
            asked.add(span);
            return shape(span);
          });

  @Test
  void spansOfOneShapeAreAskedForOnce() {
    String first = alike.of(span("a", "s", SpanKind.CLIENT, SpanStatus.OK, 1, SHARED));
    String second = alike.of(span(new String("a"), "s", SpanKind.CLIENT, SpanStatus.OK, 1, SHARED));

    assertThat(second).isSameAs(first);
    assertThat(asked).hasSize(1);
  }

  @Test
  void whateverDiffersIsAnotherShape() {
    Map<String, Object> equal = Map.copyOf(new HashMap<>(SHARED));
    List<Span> spans =
        List.of(
            span("a", "s", SpanKind.CLIENT, SpanStatus.OK, 1, SHARED),
            span("b", "s", SpanKind.CLIENT, SpanStatus.OK, 1, SHARED),
            span("a", "t", SpanKind.CLIENT, SpanStatus.OK, 1, SHARED),
            span("a", "s", SpanKind.SERVER, SpanStatus.OK, 1, SHARED),
            span("a", "s", SpanKind.CLIENT, SpanStatus.ERROR, 1, SHARED),
            span("a", "s", SpanKind.CLIENT, SpanStatus.OK, 2, SHARED),
            span("a", "s", SpanKind.CLIENT, SpanStatus.OK, 1, Map.of()),
            span("a", "s", SpanKind.CLIENT, SpanStatus.OK, 1, equal));

    for (Span span : spans) {
      assertThat(alike.of(span)).isEqualTo(shape(span));
    }
  }

  private static String shape(Span span) {
    return "%s %s %s %s %s %s"
        .formatted(
            span.name(), span.scope(), span.kind(), span.status(), span.flags(), span.attributes());
  }

  private static Span span(
      String name,
      String scope,
      SpanKind kind,
      SpanStatus status,
      int flags,
      Map<String, Object> attributes) {
    return new Span(
        new TraceId(1, 2),
        new SpanId(3),
        null,
        name,
        kind,
        flags,
        10,
        20,
        status,
        new Resource("gw", null, null, null, new UUID(1, 1)),
        scope,
        attributes,
        List.of());
  }
}
