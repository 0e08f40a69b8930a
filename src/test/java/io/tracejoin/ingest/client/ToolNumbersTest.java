package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNumbersTest {

  @ParameterizedTest
  @CsvSource({"183.274116,183.274116", "0,0.000000", "1e3,1000.000000", "1.23456789E-1,0.123457"})
  void aNumberHasSixDecimals(String text, String number) {
    assertThat(ToolNumbers.sensible(text)).hasToString(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NaN", "Infinity", "-1", "1e999999999", "1e-999999999", "1e20", "", "1-1"})
  void whatIsNoFigureIsLeftOut(String text) {
    assertThat(ToolNumbers.sensible(text)).isNull();
  }
}
