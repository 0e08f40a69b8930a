package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {

  @ParameterizedTest
  @CsvSource({
    "1842, 1842000000",
    "0, 0",
    "-0.0, 0",
    "0.000001, 1",
    "611.5, 611500000",
    "31.488762, 31488762",
    "1.234567e+06, 1234567000000",
    "1e-7, 0",
    "5E-7, 1",
    "0.0000005, 1",
    "0.0000004999, 0",
    "-0.049999, -49999",
    "1842.12345678901234567890, 1842123457",
    "2999999999999.999999, 2999999999999999999"
  })
  void readsMillisecondsAsExactNanoseconds(String millis, long nanos) {
    assertThat(nanosOfMillis(millis)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"1e999999999", "3000000000001", "9223372036854775807", "-1e30"})
  void refusesWhatNoDurationCanBe(String millis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nanosOfMillis(millis))
        .withMessageContaining("out of range");
  }

  @Property
  void restoresNanosecondsFromTheFloatingPointMillisecondsThatK6Prints(
      @ForAll @LongRange(min = 0, max = 86_400_000_000_000L) long nanos) {
    assertThat(nanosOfMillis(Double.toString(nanos / 1e6))).isEqualTo(nanos);
  }

  @Property
  void agreesWithBigDecimal(
      @ForAll @LongRange(min = -999_999_999_999L, max = 999_999_999_999L) long digits,
      @ForAll @IntRange(min = 0, max = 6) int scale) {
    BigDecimal millis = BigDecimal.valueOf(digits, scale);
    assertThat(nanosOfMillis(millis.toPlainString()))
        .isEqualTo(millis.movePointRight(6).longValueExact());
  }

  @Test
  void takesWholeNumbersThatAreWrittenWithADecimal() {
    assertThat(Decimal.whole("180.0")).isEqualTo(180);
    assertThat(Decimal.whole("1e2")).isEqualTo(100);
    assertThatIllegalArgumentException().isThrownBy(() -> Decimal.whole("1.5"));
    assertThatIllegalArgumentException().isThrownBy(() -> Decimal.whole("1e999999999"));
  }

  private static long nanosOfMillis(String text) {
    return Decimal.nanosOfMillis(text.toCharArray(), 0, text.length());
  }
}
