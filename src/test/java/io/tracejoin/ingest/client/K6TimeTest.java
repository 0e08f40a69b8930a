package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class K6TimeTest {

  @ParameterizedTest
  @CsvSource({
    "1773479741,1773479741000000000",
    "1773479741072,1773479741072000000",
    "1773479741072417,1773479741072417000",
    "1773479741072417417,1773479741072417417",
    "2026-03-14T10:15:41+01:00,1773479741000000000",
    "2026-03-14T09:15:41.072417417Z,1773479741072417417"
  })
  void readsEveryFormatThatK6Writes(String text, long nanos) {
    assertThat(K6Time.nanos(text.toCharArray(), text.length())).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"177347974", "17734797410724", "9999999999999999999", "1.77e9", "now"})
  void refusesWhatIsNoTime(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> K6Time.nanos(text.toCharArray(), text.length()));
  }
}
