package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class K6OutcomeTest {

  @ParameterizedTest
  @CsvSource({
    ", 200, 5, SUCCESS",
    ", 302, 5, SUCCESS",
    "1404, 404, 5, HTTP_ERROR",
    "1429, 429, 5, REJECTED",
    "1503, 503, 5, REJECTED",
    "1500, , 5, HTTP_ERROR",
    "1050, 0, 5, TIMEOUT",
    "1000, 0, 0, ERROR",
    "1010, 0, 0, ERROR",
    "1101, 0, 0, ERROR",
    "1211, 0, 0, ERROR",
    "1212, 0, 0, ERROR",
    "1310, 0, 0, ERROR",
    "1220, 0, 5, DISCONNECTED",
    "1201, 0, 5, DISCONNECTED",
    "1200, 0, 0, ERROR",
    "1631, 0, 5, DISCONNECTED",
    "1701, 0, 5, ERROR",
    ", 0, 5, ERROR"
  })
  void followsTheErrorCodeThenTheStatus(
      Integer errorCode, Integer status, long duration, Outcome outcome) {
    assertThat(K6Outcome.of(errorCode, status, null, duration)).isEqualTo(outcome);
  }

  @Test
  void fallsBackToTheFailedPointWhereTagsAreSwitchedOff() {
    assertThat(K6Outcome.of(null, null, true, 5)).isEqualTo(Outcome.ERROR);
    assertThat(K6Outcome.of(null, null, false, 5)).isEqualTo(Outcome.SUCCESS);
    assertThat(K6Outcome.of(null, null, null, 5)).isEqualTo(Outcome.SUCCESS);
  }
}
