package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class UploadBodyTest {

  @Test
  void passesPlainBytesOn() throws IOException {
    assertThat(text(new UploadBody(Collected.stream("x")))).isEqualTo("x");
    assertThat(text(new UploadBody(Collected.stream("")))).isEmpty();
  }

  @Test
  void decompressesOnceOrTwice() throws IOException {
    byte[] once = gzip("hello".getBytes(StandardCharsets.UTF_8));
    assertThat(text(body(once))).isEqualTo("hello");
    assertThat(text(body(gzip(once)))).isEqualTo("hello");
  }

  @Test
  void readsSeveralGzipMembersThatArriveOneByOne() throws IOException {
    byte[] one = gzip("one".getBytes(StandardCharsets.UTF_8));
    byte[] two = gzip("two".getBytes(StandardCharsets.UTF_8));
    InputStream stalling =
        new SequenceInputStream(new ByteArrayInputStream(one), new ByteArrayInputStream(two)) {
          @Override
          public int available() {
            return 0;
          }
        };
    assertThat(text(new UploadBody(stalling))).isEqualTo("onetwo");
  }

  @Test
  void endsWhereACompressedBodyBreaksOff() throws IOException {
    byte[] whole = gzip("some text".repeat(20_000).getBytes(StandardCharsets.UTF_8));
    UploadBody cut = body(Arrays.copyOf(whole, whole.length - 20));
    assertThat(text(cut)).startsWith("some text");
    assertThat(cut.brokeOff()).isTrue();
    assertThat(cut.corruption()).isNull();
  }

  @Test
  void namesCorruptData() throws IOException {
    byte[] corrupt = gzip("some text".getBytes(StandardCharsets.UTF_8));
    corrupt[corrupt.length - 6] ^= 1;
    UploadBody body = body(corrupt);
    assertThat(text(body)).isEqualTo("some text");
    assertThat(body.corruption()).startsWith("gzip: ");
  }

  @Test
  void endsWhereTheConnectionBreaks() throws IOException {
    InputStream breaking =
        new InputStream() {
          private int sent;

          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            read(one, 0, 1);
            return one[0];
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (sent++ == 3) {
              throw new IOException("reset by peer");
            }
            target[offset] = 'x';
            return 1;
          }
        };
    UploadBody body = new UploadBody(breaking);
    assertThat(text(body)).isEqualTo("xxx");
    assertThat(body.brokeOff()).isTrue();
    assertThat(body.corruption()).isNull();
  }

  static byte[] gzip(byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }

  private static UploadBody body(byte[] bytes) {
    return new UploadBody(new ByteArrayInputStream(bytes));
  }

  private static String text(UploadBody body) throws IOException {
    return new String(body.readAllBytes(), StandardCharsets.UTF_8);
  }
}
