package io.tracejoin.ingest.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ByteCacheTest {

  private final ByteCache<String> cache = new ByteCache<>(8);

  @Test
  void findsWhatWasPutForEqualBytesWhereverTheyStand() {
    cache.put(bytes("xxabcdeyy"), 2, 7, "found");

    assertThat(cache.get(bytes("abcde"), 0, 5)).isEqualTo("found");
    assertThat(cache.get(bytes("abcdf"), 0, 5)).isNull();
    assertThat(cache.get(bytes("abcd"), 0, 4)).isNull();
  }

  @Test
  void keepsNothingThatIsTooLong() {
    cache.put(bytes("123456789"), 0, 9, "long");

    assertThat(cache.get(bytes("123456789"), 0, 9)).isNull();
  }

  @Test
  void whatIsPutOutlivesTheRequestThatItStoodIn() {
    byte[] request = bytes("abc");
    cache.put(request, 0, 3, "kept");
    request[0] = 'x';

    assertThat(cache.get(bytes("abc"), 0, 3)).isEqualTo("kept");
  }

  @Property
  void neverAnswersWithAnothersValue(
      @ForAll @Size(max = 8) byte[] one, @ForAll @Size(max = 8) byte[] other) {
    ByteCache<byte[]> values = new ByteCache<>(8);
    values.put(one, 0, one.length, one);
    values.put(other, 0, other.length, other);

    byte[] found = values.get(one, 0, one.length);
    if (found != null) {
      assertThat(found).isEqualTo(one);
    }
    assertThat(values.get(other, 0, other.length)).isEqualTo(other);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
