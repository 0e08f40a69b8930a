package io.tracejoin.decompose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LargeTraceTest {

  private static final Mapping MAPPING = Traces.MAPPING;

  @Test
  void aTraceWithinTheLimitIsKeptAsItIs() {
    List<Span> spans = List.of(span(1, null, "a"), span(2, 1L, "b"));

    assertThat(LargeTrace.keep(spans, MAPPING, 2)).isSameAs(spans);
  }

  @Test
  void theRootAndItsPhasesOutliveAThousandOthers() {
    List<Span> spans = new ArrayList<>();
    for (long i = 10; i < 1_010; i++) {
      spans.add(span(i, 1L, "noise"));
    }
    spans.add(span(1, null, "POST /v1/chat/completions"));
    spans.add(span(2_000, 1L, "between"));
    spans.add(span(2_001, 2_000L, "inference.generate"));

    List<Span> kept = LargeTrace.keep(spans, MAPPING, 50);

    assertThat(kept).hasSize(50);
    assertThat(kept).extracting(it -> it.spanId().value()).contains(1L, 2_000L, 2_001L);
  }

  @Test
  void theOrderOfArrivalDoesNotDecide() {
    List<Span> spans = new ArrayList<>();
    for (long i = 1; i <= 300; i++) {
      spans.add(span(i, i == 1 ? null : i / 2, i % 7 == 0 ? "inference.generate" : "noise"));
    }
    List<Span> other = new ArrayList<>(spans);
    Collections.shuffle(other, new Random(7));

    assertThat(LargeTrace.keep(other, MAPPING, 100))
        .isEqualTo(LargeTrace.keep(spans, MAPPING, 100));
  }

  @Test
  void repeatsAndRingsOfParentsAreBoundedToo() {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      spans.add(span(5, 6L, "a"));
      spans.add(span(6, 5L, "b"));
    }

    assertThat(LargeTrace.keep(spans, MAPPING, 100)).hasSize(100);
  }

  private static Span span(long id, @Nullable Long parent, String name) {
    return new Span(
        new TraceId(1, 2),
        new SpanId(id),
        parent == null ? null : new SpanId(parent),
        name,
        SpanKind.INTERNAL,
        0,
        id,
        id + 10,
        SpanStatus.UNSET,
        new Resource("llm-gateway", "h", null, null, new UUID(0, 1)),
        "",
        Map.of(),
        List.of());
  }
}
