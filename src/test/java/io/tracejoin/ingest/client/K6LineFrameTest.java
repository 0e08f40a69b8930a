package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class K6LineFrameTest {

  private static final String LINE =
      "{\"metric\":\"%s\",\"type\":\"Point\",\"data\":{\"time\":\"%s\",\"value\":%s,"
          + "\"tags\":{\"status\":\"200\"},\"metadata\":{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\"}}}";
  private static final String TIME = "2026-03-14T10:15:41.072417417+01:00";
  private static final List<String> PARTS =
      List.of(
          "http_req_duration",
          "http_req_blocked",
          "http_req_connecting",
          "http_req_tls_handshaking",
          "http_req_sending",
          "http_req_waiting",
          "http_req_receiving",
          "http_req_failed");

  private final K6LineFrame frame = new K6LineFrame();

  @Test
  void aLineThatDiffersInMetricAndValueFits() {
    learn(line("http_reqs", "1"));

    assertThat(fits(line("http_req_duration", "31.488762"))).isTrue();
    assertThat(frame.nameEnd()).isEqualTo("{\"metric\":\"http_req_duration".length());
  }

  @Test
  void aLineThatDiffersInAnythingElseDoesNot() {
    learn(line("http_reqs", "1"));

    assertThat(fits(line("http_reqs", "1").replace("200", "201"))).isFalse();
    assertThat(fits(line("http_reqs", "1").replace("417417", "417418"))).isFalse();
    assertThat(fits(line("http_reqs", "1").replace("7e21", "7e22"))).isFalse();
    assertThat(fits(line("http_reqs", "1") + " ")).isFalse();
    assertThat(fits(line("http\\u005freqs", "1"))).isFalse();
    frame.forget();
    assertThat(fits(line("http_reqs", "1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "01", "1.", ".5", "1e", "1e+", "+1", "NaN", "+Inf", "\"1\"", "null", "1 ", "1,2",
        "0x1"
      })
  void whatIsNoNumberOfJsonDoesNotFit(String value) {
    learn(line("http_reqs", "1"));

    assertThat(fits(line("http_req_duration", value))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0.5",
        "31.488762",
        "1.234567e+06",
        "2E3",
        "01",
        "1.",
        "NaN",
        "+Inf",
        "\"1\"",
        "null",
        ""
      })
  void aFileReadsTheSameWithAndWithoutFrames(String value) {
    String lines = transaction(value) + transaction("12.5") + transaction(value);

    Collected framed = Collected.k6(lines);
    Collected read = Collected.k6(lines.replace("{\"metric\"", "{ \"metric\""));

    assertThat(framed.records).isEqualTo(read.records).isNotEmpty();
    assertThat(framed.rejections).hasSameSizeAs(read.rejections);
    assertThat(framed.ignored).isEqualTo(read.ignored);
  }

  @Test
  void theSampleReadsTheSameWithAndWithoutFrames() {
    String sample = Collected.file("k6-samples/sample-k6-points.ndjson");

    Collected framed = Collected.k6(sample);
    Collected read = Collected.k6(sample.replace("{\"metric\"", "{ \"metric\""));

    assertThat(framed.records).isEqualTo(read.records).hasSize(4);
    assertThat(framed.load).isEqualTo(read.load);
    assertThat(framed.ignored).isEqualTo(read.ignored);
  }

  @Test
  void aLaterTransactionOfKnownTagsReadsAsIfItWereAlone() {
    String second = transaction("12.5").replace("7e21", "7e22").replace("417417", "517417");
    String lines = transaction("12.5") + second + checks("1") + checks("2") + iterations();
    lines = lines + lines.replace("0c9a7e2", "0c9a7f2").replace(":41.", ":43.");

    Collected shaped = Collected.k6(lines);
    Collected read = Collected.k6(lines.replace("{\"metric\"", "{ \"metric\""));

    assertThat(shaped.records).isEqualTo(read.records).hasSize(4);
    assertThat(shaped.load).isEqualTo(read.load).hasSize(2);
    assertThat(shaped.ignored).isEqualTo(read.ignored);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\",\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e22\"}",
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e\\u00321\"}",
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\",\"n\":1}",
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\",\"empty\":\"\"}",
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\",}",
        "{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\" }",
        "{}",
        "null",
        "[]",
        "{\"trace_id\":{}}"
      })
  void unusualMetadataAreReadAsEver(String metadata) {
    String lines =
        transaction("1")
            + transaction("2")
                .replace("417417", "617417")
                .replace("{\"trace_id\":\"dc0718189caa6d9ab7645b1f0c9a7e21\"}", metadata);

    Collected shaped = Collected.k6(lines);
    Collected read = Collected.k6(lines.replace("{\"metric\"", "{ \"metric\""));

    assertThat(shaped.records).isEqualTo(read.records).isNotEmpty();
    assertThat(shaped.rejections).hasSameSizeAs(read.rejections);
    assertThat(shaped.ignored).isEqualTo(read.ignored);
  }

  @Test
  void tagsThatNobodyReadAreReadWhereTheyMatter() {
    String twice = "{\"scenario\":\"a\",\"scenario\":\"b\"}";
    String lines =
        checks("1").replace("{\"scenario\":\"a\"}", twice)
            + iterations().replace("{\"scenario\":\"a\"}", twice);

    Collected collected = Collected.k6(lines + lines);

    assertThat(collected.load).isEmpty();
    assertThat(collected.rejections).hasSize(2);
    assertThat(collected.ignored).isEqualTo(2);
  }

  private static String checks(String value) {
    return ofIteration("checks", value);
  }

  private static String iterations() {
    return ofIteration("iterations", "1");
  }

  private static String ofIteration(String metric, String value) {
    return "{\"metric\":\"%s\",\"type\":\"Point\",\"data\":{\"time\":\"%s\",\"value\":%s,\"tags\":{\"scenario\":\"a\"}}}\n"
        .formatted(metric, TIME, value);
  }

  private static String transaction(String waiting) {
    StringBuilder lines = new StringBuilder(line("http_reqs", "1")).append('\n');
    for (String part : PARTS) {
      lines.append(line(part, "http_req_waiting".equals(part) ? waiting : "20")).append('\n');
    }
    return lines.toString();
  }

  private void learn(String line) {
    frame.learn(bytes(line), 0, bytes(line).length);
  }

  private boolean fits(String line) {
    return frame.fits(bytes(line), 0, bytes(line).length);
  }

  private static String line(String metric, String value) {
    return LINE.formatted(metric, TIME, value);
  }

  private static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }
}
