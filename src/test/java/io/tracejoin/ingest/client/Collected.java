package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.util.unit.DataSize;

/** A sink that keeps what a reader tells, and the ways to fill it. */
final class Collected implements RecordSink {

  static final ClientIngestProperties DEFAULTS =
      new ClientIngestProperties(DataSize.ofMegabytes(1), 5000, Duration.ofSeconds(1));

  final List<ClientRecord> records = new ArrayList<>();
  final List<Rejection> rejections = new ArrayList<>();
  int ignored;
  boolean truncated;

  static Collected nativeRecords(String body) {
    return nativeRecords(stream(body));
  }

  static Collected nativeRecords(InputStream body) {
    return read(new NativeFormat(DEFAULTS), body);
  }

  static Collected k6(String body) {
    return read(new K6JsonFormat(DEFAULTS), stream(body));
  }

  static Collected k6(InputStream body) {
    return read(new K6JsonFormat(DEFAULTS), body);
  }

  static Collected read(RecordFormat format, InputStream body) {
    var collected = new Collected();
    format.read(new UploadBody(body), collected, null);
    return collected;
  }

  static InputStream stream(String body) {
    return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
  }

  /** The text of a file of {@code formats/}. */
  static String file(String name) {
    try (InputStream in = Collected.class.getResourceAsStream("/formats/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long nanos(String instant) {
    Instant at = Instant.parse(instant);
    return at.getEpochSecond() * 1_000_000_000L + at.getNano();
  }

  ClientRecord only() {
    if (records.size() != 1 || !rejections.isEmpty()) {
      throw new AssertionError(records.size() + " records, rejected: " + rejections);
    }
    return records.get(0);
  }

  String onlyReason() {
    if (!records.isEmpty() || rejections.size() != 1) {
      throw new AssertionError(records.size() + " records, rejected: " + rejections);
    }
    return rejections.get(0).reason();
  }

  @Override
  public void accept(ClientRecord record) {
    records.add(record);
  }

  @Override
  public void reject(long line, String reason) {
    rejections.add(new Rejection(line, reason));
  }

  @Override
  public void ignore() {
    ignored++;
  }

  @Override
  public void truncated() {
    truncated = true;
  }
}
