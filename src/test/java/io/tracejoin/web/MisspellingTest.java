package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.report.SliceDimension;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MisspellingTest {

  @ParameterizedTest
  @CsvSource({
    "modle, model",
    "Model, model",
    "models, model",
    "queue-outcome, queue_outcome",
    "inputtokens, input_tokens",
    "scenraio, scenario",
    "pol, pool"
  })
  void namesTheDimensionThatWasMeant(String written, String meant) {
    assertThat(Misspelling.of(written)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"utm_source", "", "_", "cache", "label.team", "mode_of_operation"})
  void leavesOtherParametersAlone(String name) {
    assertThat(Misspelling.of(name)).isEmpty();
  }

  @Test
  void everyDimensionIsFoundInUpperCase() {
    assertThat(Arrays.stream(SliceDimension.values()).map(SliceDimension::code))
        .allSatisfy(it -> assertThat(Misspelling.of(it.toUpperCase(Locale.ROOT))).contains(it));
  }
}
