package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.run.ToolFigure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** A sink that keeps what a reader tells, and the ways to fill it. */
final class Collected implements RecordSink {

  static final ClientIngestProperties DEFAULTS =
      new ClientIngestProperties(
          DataSize.ofMegabytes(1), 5000, Duration.ofSeconds(1), Duration.ofMinutes(10));

  /** Stands in for keyed hashes. */
  static final RequestKeys KEYS =
      id -> UUID.nameUUIDFromBytes(("id " + id).getBytes(StandardCharsets.UTF_8));

  static final UploadOptions OPTIONS = new UploadOptions(null, null, KEYS);

  final List<ClientRecord> records = new ArrayList<>();
  final List<Rejection> rejections = new ArrayList<>();
  final Map<String, LoadSecond> load = new LinkedHashMap<>();
  final List<String> generators = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<ToolFigure> reported = new ArrayList<>();
  int ignored;
  int consoleLines;
  @Nullable FirstTokens firstTokens;
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

  static Collected k6Csv(String body) {
    return read(new K6CsvFormat(DEFAULTS), stream(body));
  }

  static Collected k6Csv(InputStream body) {
    return read(new K6CsvFormat(DEFAULTS), body);
  }

  static Collected read(RecordFormat format, InputStream body) {
    return read(format, body, OPTIONS);
  }

  static Collected read(RecordFormat format, InputStream body, UploadOptions options) {
    var collected = new Collected();
    format.read(new UploadBody(body), collected, options);
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
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void reported(ToolFigure figure) {
    reported.add(figure);
  }

  @Override
  public void ignore() {
    ignored++;
  }

  @Override
  public void truncated() {
    truncated = true;
  }

  @Override
  public void consoleLine() {
    consoleLines++;
  }

  @Override
  public void amend(ClientRecord before, ClientRecord after) {
    records.set(records.lastIndexOf(before), after);
  }

  @Override
  public void load(LoadSecond second) {
    load.merge(second.scenario() + "@" + second.second(), second, LoadSecond::plus);
  }

  @Override
  public void generator(String name) {
    generators.add(name);
  }

  @Override
  public void firstTokens(FirstTokens account) {
    firstTokens = account;
  }
}
