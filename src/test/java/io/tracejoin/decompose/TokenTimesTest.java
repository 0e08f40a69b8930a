package io.tracejoin.decompose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tracejoin.decompose.TokenTimes.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenTimesTest {

  @Property
  void comeBackAsTheyWereStored(
      @ForAll @Size(min = 1, max = 40) List<@LongRange(min = 0, max = 1L << 61) Long> any) {
    TokenTimes times = TokenTimes.of(Kind.TOKEN, sorted(any));

    TokenTimes again = TokenTimes.decode(Kind.TOKEN, times.encoded());

    assertThat(again).isEqualTo(times).hasSameHashCodeAs(times).hasToString(times.toString());
    assertThat(again.nanos()).isEqualTo(times.nanos());
    assertThat(TokenTimes.of(Kind.TOKEN, again.nanos())).isEqualTo(times);
  }

  @Property
  void keepTheEndsExactlyAndTheRestToAMicrosecondInOrder(
      @ForAll @Size(min = 1, max = 40) List<@LongRange(min = 0, max = 1_000_000) Long> any) {
    long[] told = sorted(any);

    long[] kept = TokenTimes.of(Kind.CHUNK, told).nanos();

    assertThat(kept).hasSameSizeAs(told).isSorted();
    assertThat(kept[0]).isEqualTo(told[0]);
    assertThat(kept[kept.length - 1]).isEqualTo(told[told.length - 1]);
    for (int i = 0; i < kept.length; i++) {
      assertThat(told[i] - kept[i]).isBetween(0L, 999L);
    }
  }

  @Property
  void intervalsAddUpToTheWholeStream(
      @ForAll @Size(min = 1, max = 40) List<@LongRange(min = 0, max = 1L << 50) Long> any) {
    TokenTimes times = TokenTimes.of(Kind.TOKEN, sorted(any));
    List<Long> intervals = new ArrayList<>();

    times.forEachInterval(intervals::add);

    assertThat(intervals).hasSize(times.size() - 1).allMatch(it -> it >= 0);
    assertThat(intervals.stream().mapToLong(Long::longValue).sum())
        .isEqualTo(times.last() - times.first());
  }

  @Test
  void takeTwoOrThreeBytesEach() {
    long[] nanos = new long[1_000];
    Arrays.setAll(nanos, i -> 400_000_000L + i * 30_000_000L);

    assertThat(TokenTimes.of(Kind.TOKEN, nanos).bytes()).isLessThan(3_020);
  }

  @Test
  void refuseWhatIsNoOrderOfTimes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.of(Kind.TOKEN, 5, 7, 6))
        .withMessage("entry 3 is smaller than the one before");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.of(Kind.TOKEN, -1))
        .withMessage("entry 1 is negative");
    assertThatIllegalArgumentException().isThrownBy(() -> TokenTimes.of(Kind.TOKEN));
  }

  @Test
  void refuseBytesThatAreNoEncoding() {
    byte[] encoded = TokenTimes.of(Kind.TOKEN, 400_000_000, 500_000_000, 700_000_000).encoded();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.decode(Kind.TOKEN, Arrays.copyOf(encoded, 3)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.decode(Kind.TOKEN, Arrays.copyOf(encoded, 30)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.decode(Kind.TOKEN, new byte[] {0}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenTimes.decode(Kind.TOKEN, new byte[0]));
  }

  @Test
  void theP95OfIntervalsIsOneOfThem() {
    long[] nanos = new long[22];
    Arrays.setAll(nanos, i -> i * (i + 1L) / 2 * 1_000);

    assertThat(Intervals.of(TokenTimes.of(Kind.CHUNK, nanos)))
        .isEqualTo(new Intervals(Kind.CHUNK, 21, 21_000, 20_000));
    assertThat(Intervals.of(TokenTimes.of(Kind.TOKEN, 5))).isNull();
    assertThat(Intervals.of(null)).isNull();
  }

  private static long[] sorted(List<Long> any) {
    return any.stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
