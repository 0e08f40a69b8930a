package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class K6DurationTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource({
    "'\"1m30s\"', 90",
    "'\"1m0s\"', 60",
    "'\"1d2h\"', 93600",
    "'\"1.5s\"', 1.5",
    "'\"250ms\"', 0.25",
    "'\"10us\"', 0.00001",
    "'\"10µs\"', 0.00001",
    "'\"0s\"', 0",
    "30000, 30",
    "1.5, 0.0015",
    "'\"1500\"', 1.5"
  })
  void isReadAsSeconds(String json, double seconds) {
    assertThat(K6Duration.seconds("duration", JSON.readTree(json))).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"1m30\"",
        "\"m\"",
        "\"1y\"",
        "\"-1s\"",
        "-1",
        "true",
        "[]",
        "1e300",
        "\" \"",
        "\"1m 30s\""
      })
  void whatIsNoneIsRefusedByName(String json) {
    assertThatThrownBy(() -> K6Duration.seconds("scenarios.a.duration", JSON.readTree(json)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("scenarios.a.duration: ");
  }

  @Test
  void nothingGivenIsNothing() {
    assertThat(K6Duration.seconds("duration", JSON.readTree("null"))).isNull();
    assertThat(K6Duration.seconds("duration", JSON.readTree("{}").path("x"))).isNull();
  }
}
