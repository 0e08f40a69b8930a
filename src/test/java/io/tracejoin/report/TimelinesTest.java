package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelinesTest {

  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "79, 1",
    "80, 2",
    "600, 10",
    "799, 10",
    "800, 15",
    "86400, 1800",
    "6912000, 172800",
  })
  void aPictureHasAtMostEightyBucketsOfARoundLength(long lastSendS, long bucketS) {
    long bucket = Timelines.roundSeconds(List.of(sends("a", 5, 0), sends("b", 0, lastSendS)));

    assertThat(bucket).isEqualTo(bucketS);
    assertThat(lastSendS / bucket).isLessThan(80);
  }

  @Test
  void aRunWithoutSendTimesHasBucketsOfASecond() {
    assertThat(Timelines.roundSeconds(List.of())).isEqualTo(1);
  }

  private static SendRange sends(String generator, long atS, long lastS) {
    long last = (atS + lastS) * SECOND;
    return new SendRange(generator, 2, atS * SECOND, last, atS * SECOND, last);
  }
}
