package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.client.RecordStore.Stored;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Bodies far larger than what may be held of them at any time. */
class LargeUploadTest {

  private static final int LONG_BODY = 200_000_000;

  private final List<Integer> chunks = new ArrayList<>();

  @Test
  void readsALongK6FileInChunks() {
    byte[] points =
        Collected.file("k6-samples/sample-k6-points.ndjson").getBytes(StandardCharsets.UTF_8);
    int times = LONG_BODY / points.length;
    UploadAnswer answer =
        upload(new K6JsonFormat(Collected.DEFAULTS), repeated("", points, times, ""));
    assertThat(answer.accepted()).isEqualTo(4 * times);
    assertThat(answer.rejected()).isZero();
    assertThat(chunks).allMatch(size -> size <= 5000);
  }

  @Test
  void readsALongK6CsvInChunks() {
    String sample = Collected.file("k6-samples/sample-k6.csv");
    int header = sample.indexOf('\n') + 1;
    byte[] rows = sample.substring(header).getBytes(StandardCharsets.UTF_8);
    int times = LONG_BODY / rows.length;
    UploadAnswer answer =
        upload(
            new K6CsvFormat(Collected.DEFAULTS),
            repeated(sample.substring(0, header), rows, times, ""));
    assertThat(answer.accepted()).isEqualTo(4 * times);
    assertThat(answer.rejected()).isZero();
    assertThat(chunks).allMatch(size -> size <= 5000);
  }

  @Test
  void readsAnArrayOfOneLongLineInChunks() {
    byte[] element =
        "{\"trace_id\":\"0000000000000007000000000000012f\",\"status\":200,\"total_ms\":1842},"
            .getBytes(StandardCharsets.UTF_8);
    int times = LONG_BODY / 4 / element.length;
    UploadAnswer answer =
        upload(
            new NativeFormat(Collected.DEFAULTS),
            repeated("[", element, times, "{\"trace_id\":null,\"status\":500}]"));
    assertThat(answer.accepted()).isEqualTo(times + 1);
    assertThat(answer.rejected()).isZero();
    assertThat(chunks).allMatch(size -> size <= 5000);
  }

  @Test
  void doesNotHoldALineThatNeverEnds() {
    byte[] noise = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
    UploadAnswer answer =
        upload(new NativeFormat(Collected.DEFAULTS), repeated("{\"prompt\":\"", noise, 100, ""));
    assertThat(answer.rejected()).isEqualTo(1);
    assertThat(answer.rejections().get(0).reason()).contains("the rest was not read");
  }

  private UploadAnswer upload(RecordFormat format, InputStream body) {
    RecordStore counting =
        (run, chunk) -> {
          chunks.add(chunk.size());
          return new Stored(chunk.size(), 0, 0, 0);
        };
    Alarm never = (delay, task) -> CompletableFuture.completedFuture(null);
    var upload =
        new Upload(
            new RecordChunks(
                counting,
                (run, from, load) -> {},
                1,
                new RecordChunks.Rhythm(5000, Duration.ofSeconds(1), never, Runnable::run)));
    format.read(new UploadBody(body), upload, Collected.OPTIONS);
    return upload.finish();
  }

  private static InputStream repeated(String head, byte[] part, int times, String tail) {
    Stream<InputStream> parts =
        Stream.concat(
            Stream.of(Collected.stream(head)),
            Stream.concat(
                Stream.generate(() -> (InputStream) new ByteArrayInputStream(part)).limit(times),
                Stream.of(Collected.stream(tail))));
    return new Chain(parts.iterator());
  }

  /** One stream after the other, each made when it is needed. */
  private static final class Chain extends InputStream {

    private final Iterator<InputStream> parts;
    private InputStream current = nullInputStream();

    Chain(Iterator<InputStream> parts) {
      this.parts = parts;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("byte by byte");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int got = current.read(target, offset, length);
      while (got < 0 && parts.hasNext()) {
        current = parts.next();
        got = current.read(target, offset, length);
      }
      return got;
    }
  }
}
