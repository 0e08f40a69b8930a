package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.SpanEvent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanJsonTest {

  @Test
  void readsWhatItWrote() {
    Map<String, Object> attributes =
        Map.of("t", "a \"b\" \\ \n \u0001 ü", "l", Long.MIN_VALUE, "d", 1e20, "w", 2.0, "b", false);

    assertThat(SpanJson.attributes(SpanJson.ofAttributes(attributes))).isEqualTo(attributes);
  }

  @Test
  void keepsNumbersThatJsonDoesNotKnowAsTexts() {
    assertThat(SpanJson.attributes(SpanJson.ofAttributes(Map.of("n", Double.NaN))))
        .isEqualTo(Map.of("n", "NaN"));
  }

  @Test
  void readsEventsInTheirOrder() {
    List<SpanEvent> events = List.of(new SpanEvent("b", 2), new SpanEvent("a", Long.MAX_VALUE));

    assertThat(SpanJson.events(SpanJson.ofEvents(events))).isEqualTo(events);
  }

  @Test
  void writesNothingForNothing() {
    assertThat(SpanJson.ofAttributes(Map.of())).isNull();
    assertThat(SpanJson.ofEvents(List.of())).isNull();
    assertThat(SpanJson.attributes(null)).isEmpty();
    assertThat(SpanJson.events(null)).isEmpty();
  }
}
