package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class K6CsvFormatTest {

  private static final String SAMPLE = Collected.file("k6-samples/sample-k6.csv");
  private static final String POINTS = Collected.file("k6-samples/sample-k6-points.ndjson");
  private static final UploadOptions NAMED = new UploadOptions("pod", null, Collected.KEYS);
  private static final String ID = "dc0718189caa6d5f1c9ac40e8813d6af";

  @Test
  void givesTheRecordsOfTheJsonOfTheSameRun() {
    Collected csv = read(SAMPLE, NAMED);
    Collected json =
        Collected.read(new K6JsonFormat(Collected.DEFAULTS), Collected.stream(POINTS), NAMED);
    assertThat(csv.rejections).isEmpty();
    assertThat(csv.records)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("position", "times.sentAt")
        .isEqualTo(json.records);
    assertThat(csv.load).isEqualTo(json.load);
    for (int i = 0; i < csv.records.size(); i++) {
      assertThat(Math.abs(sentAt(csv, i) - sentAt(json, i))).isLessThan(1_000_000_000L);
    }
  }

  @Test
  void startsAtTheEndLessTheDuration() {
    assertThat(sentAt(Collected.k6Csv(SAMPLE), 2))
        .isEqualTo(1_773_479_743_000_000_000L - 3_360_263_363L);
  }

  @Test
  void readsARealFileOf2023ThatIsCut() {
    Collected collected = Collected.k6Csv(Collected.file("real/k6-csv-2023-cut.csv"));
    assertThat(collected.records).hasSize(4);
    assertThat(collected.records).allMatch(it -> it.outcome() == Outcome.SUCCESS);
    assertThat(collected.records).noneMatch(ClientRecord::correlated);
    assertThat(collected.records).extracting(ClientRecord::key).doesNotHaveDuplicates();
    assertThat(collected.records)
        .extracting(it -> it.times().total())
        .containsExactly(9_123_200L, 10_407_000L, 12_756_300L, 14_085_500L);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1773479741072,1773479741123",
        "1773479741072417,1773479741123000",
        "1773479741072417417,1773479741123000000",
        "2026-03-14T10:15:41+01:00,2026-03-14T09:15:41.123Z"
      })
  void readsEveryFormatOfStamps(String stamps) {
    String[] ends = stamps.split(",", -1);
    String body = SAMPLE.replace("1773479741", ends[0]).replace("1773479743", ends[1]);
    Collected collected = Collected.k6Csv(body);
    assertThat(collected.records).hasSize(4);
    assertThat(collected.rejections).isEmpty();
    assertThat(sentAt(collected, 2)).isEqualTo(1_773_479_741_123_000_000L - 3_360_263_363L);
  }

  @Test
  void takesTheColumnsByTheirNames() {
    List<String> turned = new ArrayList<>();
    for (String line : SAMPLE.lines().toList()) {
      List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
      cells.remove(16); // url: switched off
      Collections.reverse(cells);
      turned.add(String.join(",", cells));
    }
    assertThat(read(String.join("\n", turned) + "\n", NAMED).records)
        .isEqualTo(read(SAMPLE, NAMED).records);
  }

  @Test
  void doesNotMindTheOrderOfPairs() {
    String two = SAMPLE.replace("trace_id=" + ID, "trace_id=" + ID + "&span_id=00f067aa0ba902b7");
    List<String> lines = new ArrayList<>(two.lines().toList());
    for (int i = 0; i < lines.size(); i += 2) {
      String turned = "span_id=00f067aa0ba902b7&trace_id=" + ID;
      lines.set(i, lines.get(i).replace("trace_id=" + ID + "&span_id=00f067aa0ba902b7", turned));
    }
    Collected collected = Collected.k6Csv(String.join("\n", lines) + "\n");
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.records).hasSize(4);
    assertThat(String.valueOf(collected.records.get(2).parentSpanId()))
        .isEqualTo("00f067aa0ba902b7");
  }

  @Test
  void findsTheTraceIdAmongUnescapedPairs() {
    Map<String, String> pairs = new HashMap<>();
    K6CsvPairs.read("next=/p?a=1&b&trace_id=x&trace_id=" + ID + "&q=1=2", pairs);
    assertThat(pairs)
        .containsEntry("trace_id", ID)
        .containsEntry("q", "1=2")
        .containsEntry("next", "/p?a=1&b");
  }

  @Test
  void readsQuotedCells() {
    String quoted = SAMPLE.replace(",POST /api/chat,", ",\"POST /api, \"\"chat\"\"\nline\",");
    quoted = quoted.replace("endpoint=chat", "");
    Collected collected = Collected.k6Csv(quoted);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.records.get(2).labels().endpoint()).isEqualTo("POST /api, \"chat\"\nline");
  }

  @Test
  void readsAGzippedFile() throws IOException {
    byte[] gzip = UploadBodyTest.gzip(SAMPLE.getBytes(StandardCharsets.UTF_8));
    assertThat(Collected.k6Csv(new ByteArrayInputStream(gzip)).records).hasSize(4);
  }

  @Test
  void readsFilesThatWerePutTogether() {
    Collected collected = Collected.k6Csv(SAMPLE + SAMPLE.replace(ID, ID.replace('d', 'e')));
    assertThat(collected.records).hasSize(8);
    assertThat(collected.rejections).isEmpty();
  }

  @Test
  void leavesACutLastRowAndItsRequestToTheNextUpload() {
    int cut = SAMPLE.indexOf("http_req_waiting,1773479744") + 60;
    Collected collected = Collected.k6Csv(SAMPLE.substring(0, cut));
    assertThat(collected.records).hasSize(3);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  @Test
  void rejectsRowsOfBadShapeWithTheirLines() {
    String bad = SAMPLE.replace("vus,1773479742,2.000000,,", "vus,1773479742,2.000000,");
    bad = bad.replace("vus_max,1773479742,2.0", "vus_max,1773479742,many");
    Collected collected = Collected.k6Csv(bad);
    assertThat(collected.records).hasSize(4);
    assertThat(collected.rejections)
        .extracting(Rejection::reason)
        .containsExactly(
            "expected 19 columns as in the header, got 18",
            "metric_value: 'many00000' is not a number");
    assertThat(collected.rejections.get(0).line()).isEqualTo(29);
  }

  @Test
  void dropsAnInfiniteValueWithItsReason() {
    String infinite =
        SAMPLE.replace(
            "http_req_duration,1773479741,31.488762", "http_req_duration,1773479741,+Inf");
    Collected collected = Collected.k6Csv(infinite);
    assertThat(collected.records).hasSize(3);
    assertThat(collected.rejections)
        .containsExactly(new Rejection(5, "metric_value: +Inf is not a finite number"));
  }

  @Test
  void goesOnAfterALineThatIsTooLong() {
    int at = SAMPLE.indexOf("checks,");
    String noise = "checks,1773479741,1," + "x".repeat(1_100_000) + "\n";
    Collected collected = Collected.k6Csv(SAMPLE.substring(0, at) + noise + SAMPLE.substring(at));
    assertThat(collected.records).hasSize(4);
    assertThat(collected.rejections).hasSize(1);
    assertThat(collected.rejections.get(0).reason()).startsWith("longer than");
  }

  @Test
  void saysOnceThatABodyIsNoCsvOfK6() {
    assertThat(Collected.k6Csv(POINTS).onlyReason()).contains("format=k6-json");
    assertThat(Collected.k6Csv("").rejections).isEmpty();
    assertThat(Collected.k6Csv("metric_name,timest").rejections).hasSize(1);
  }

  @Test
  void requestsThatFailedAtOnceInOneSecondStayApart() {
    String failed =
        "metric_name,timestamp,metric_value,error_code,status\n"
            + ("http_reqs,1773479741,1.000000,1212,0\n"
                    + "http_req_duration,1773479741,0.000000,1212,0\n")
                .repeat(3);
    Collected collected = Collected.k6Csv(failed);
    assertThat(collected.records).hasSize(3);
    assertThat(collected.records).extracting(ClientRecord::key).doesNotHaveDuplicates();
    assertThat(Collected.k6Csv(failed).records).isEqualTo(collected.records);
  }

  @Test
  void namesPodsApartThatBeginInTheSameSecond() {
    String other = SAMPLE.replace("31.488762", "31.488763");
    assertThat(Collected.k6Csv(other).generators)
        .isNotEqualTo(Collected.k6Csv(SAMPLE).generators)
        .hasSize(1);
  }

  @Test
  void takesTheFirstTokenFromAMetricOfTheScript() {
    var options =
        new UploadOptions("pod", new TtftTrend("llm_ttft_ms", TtftUnit.MS, true), Collected.KEYS);
    Collected collected = read(SAMPLE, options);
    assertThat(collected.records.get(2).times().ttft()).isEqualTo(813_193_113L);
    assertThat(collected.records.get(0).times().ttft()).isNull();
  }

  private static Collected read(String body, UploadOptions options) {
    return Collected.read(new K6CsvFormat(Collected.DEFAULTS), Collected.stream(body), options);
  }

  private static long sentAt(Collected collected, int record) {
    Long sent = collected.records.get(record).times().sentAt();
    return sent == null ? 0 : sent;
  }
}
