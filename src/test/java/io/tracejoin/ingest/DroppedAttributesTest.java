package io.tracejoin.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DroppedAttributesTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final DroppedAttributes dropped = new DroppedAttributes(registry);

  @Test
  void countsByKeyInTheOrderOfKeys() {
    dropped.count("b");
    dropped.count("a");
    dropped.count("b");

    assertThat(dropped.snapshot()).hasToString("{a=1, b=2}");
    assertThat(dropped.total()).isEqualTo(3);
    assertThat(registry.get("tracejoin.ingest.attributes.dropped").functionCounter().count())
        .isEqualTo(3);
  }

  @Test
  void holdsAThousandKeysAndCountsTheOthersTogether() {
    IntStream.range(0, 1_200).forEach(it -> dropped.count("key" + it));
    dropped.count("key7");

    assertThat(dropped.snapshot())
        .hasSize(1_001)
        .containsEntry("key7", 2L)
        .containsEntry(DroppedAttributes.OTHER, 200L);
  }

  @Test
  void doesNotKeepAKeyThatIsAText() {
    dropped.count("x".repeat(101));

    assertThat(dropped.snapshot()).hasToString("{__other__=1}");
  }
}
