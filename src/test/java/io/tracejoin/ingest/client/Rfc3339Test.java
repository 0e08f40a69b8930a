package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {

  @ParameterizedTest
  @CsvSource({
    "2026-11-29T10:00:00Z, 2026-11-29T10:00:00Z",
    "2026-11-29t10:00:00.5z, 2026-11-29T10:00:00.5Z",
    "2026-03-14T10:15:41.072417417+01:00, 2026-03-14T09:15:41.072417417Z",
    "2026-03-11T22:01:14.1331221+05:30, 2026-03-11T16:31:14.1331221Z",
    "2022-09-15T00:16:09.782057+07:00, 2022-09-14T17:16:09.782057Z",
    "2024-02-29T23:59:59.999999999-08:00, 2024-03-01T07:59:59.999999999Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z"
  })
  void readsEveryZoneAndPrecision(String text, String instant) {
    assertThat(Rfc3339.nanos(text.toCharArray(), 0, text.length()))
        .isEqualTo(Collected.nanos(instant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-11-29",
        "2026-11-29T10:00:00",
        "2026-11-29T10:00:00.Z",
        "2026-11-29T10:00:00.1234567890Z",
        "2026-02-30T10:00:00Z",
        "2026-11-29T24:00:00Z",
        "2026-11-29T10:00:00+0100",
        "2026-11-29T10:00:00Zulu",
        "0001-01-01T00:00:00Z",
        "9999-01-01T00:00:00Z",
        "1764410400000000000000"
      })
  void refusesWhatIsNoTimeStamp(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rfc3339.nanos(text.toCharArray(), 0, text.length()))
        .withMessageContaining("RFC 3339");
  }
}
