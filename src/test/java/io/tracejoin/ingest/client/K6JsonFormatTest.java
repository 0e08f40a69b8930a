package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Lifecycle;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class K6JsonFormatTest {

  private static final String SAMPLE = Collected.file("k6-samples/sample-k6-points.ndjson");

  @Test
  void readsThreeCallsInFourTransactions() {
    Collected collected = Collected.k6(SAMPLE);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isFalse();
    assertThat(collected.ignored).isEqualTo(79 - 4 * 9 - 12);
    assertThat(collected.load.values())
        .containsExactly(
            new LoadSecond("", 1773479740, 0, 0, 2, 2),
            new LoadSecond("chat", 1773479741, 1, 0, null, null),
            new LoadSecond("", 1773479741, 0, 0, 2, 2),
            new LoadSecond("", 1773479742, 0, 0, 2, 2),
            new LoadSecond("chat", 1773479743, 1, 1, null, null),
            new LoadSecond("", 1773479743, 0, 0, 2, 2),
            new LoadSecond("chat", 1773479744, 1, 0, null, null));
    assertThat(collected.records)
        .extracting(record -> String.valueOf(record.traceId()))
        .containsExactly(
            "dc0718189caa6d9ab7645b1f0c9a7e21",
            "dc0718189caa6d9ab7645b1f0c9a7e21",
            "dc0718189caa6d5f1c9ac40e8813d6af",
            "dc0718189caa6dd6522e0f77a1b25d90");
    assertThat(collected.records)
        .extracting(ClientRecord::status)
        .containsExactly(302, 200, 200, 0);
    assertThat(collected.records)
        .extracting(ClientRecord::outcome)
        .containsExactly(Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.TIMEOUT);
    assertThat(collected.records)
        .extracting(record -> record.labels().endpoint())
        .containsExactly(
            "https://shop.example.test/orders/latest",
            "https://shop.example.test/orders/8841",
            "chat",
            "chat");
  }

  @Test
  void theTimeOfAPointIsTheEndOfTheRequest() {
    ClientRecord chat = Collected.k6(SAMPLE).records.get(2);
    assertThat(chat.times())
        .isEqualTo(
            new ClientTimes(
                Collected.nanos("2026-03-14T09:15:43.403202572Z") - 3_360_263_363L,
                null,
                3_360_263_363L,
                201_334L + 771_660_902L,
                TtftKind.FIRST_BYTE,
                41_330_877L,
                10_102_450L,
                29_004_118L,
                201_334L,
                771_660_902L,
                2_588_401_127L,
                null));
    assertThat(chat.labels().scenario()).isEqualTo("chat");
    assertThat(chat.labels().lifecycle()).isNull();
  }

  @Test
  void aTimeoutHasNoFirstByte() {
    ClientRecord timeout = Collected.k6(SAMPLE).records.get(3);
    assertThat(timeout.times().ttft()).isNull();
    assertThat(timeout.times().total()).isEqualTo(2_000_524_874L);
    assertThat(timeout.labels().errorCode()).isEqualTo("1050");
  }

  @Test
  void aFileWithoutRequestsHoldsNoRecordAndNoError() {
    Collected collected = Collected.k6(Collected.file("real/k6-points-2020-no-requests.ndjson"));
    assertThat(collected.records).isEmpty();
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.load).isNotEmpty();
  }

  @Test
  void readsTheLayoutOf2022WhoseTagsChangeTheirOrder() {
    Collected collected = Collected.k6(Collected.file("real/k6-points-2022-redirects-cut.ndjson"));
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.records)
        .extracting(ClientRecord::status)
        .containsExactly(308, 308, 308, 308, 308, 200);
    assertThat(collected.records).noneMatch(ClientRecord::correlated);
    assertThat(collected.records).extracting(ClientRecord::key).doesNotHaveDuplicates();
    ClientRecord first = collected.records.get(0);
    assertThat(first.outcome()).isEqualTo(Outcome.SUCCESS);
    assertThat(first.times().total()).isEqualTo(233_936_000L);
    assertThat(first.times().blocked()).isEqualTo(231_202_000L);
    assertThat(first.times().sentAt())
        .isEqualTo(Collected.nanos("2022-09-15T07:16:09.782057Z") - 233_936_000L);
    assertThat(first.labels().scenario()).isEqualTo("default");
  }

  @Test
  void knowsSetupAndAnErrorStatusFrom2026() {
    Collected collected = Collected.k6(Collected.file("real/k6-points-2026-setup-401.ndjson"));
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.records).hasSize(2);
    ClientRecord login = collected.records.get(0);
    assertThat(login.labels().lifecycle()).isEqualTo(Lifecycle.SETUP);
    assertThat(login.labels().scenario()).isNull();
    assertThat(login.outcome()).isEqualTo(Outcome.SUCCESS);
    ClientRecord plans = collected.records.get(1);
    assertThat(plans.labels().lifecycle()).isNull();
    assertThat(plans.outcome()).isEqualTo(Outcome.HTTP_ERROR);
    assertThat(plans.status()).isEqualTo(401);
    assertThat(plans.labels().errorCode()).isEqualTo("1401");
    assertThat(plans.times().sentAt())
        .isEqualTo(Collected.nanos("2026-03-11T16:31:14.1423459Z") - 2_047_400L);
    assertThat(plans.times().ttft()).isEqualTo(522_200L + 1_525_200L);
  }

  @Test
  void readsAStreamExtensionsShapeWithoutTakingHeadersForSending() {
    Collected collected = Collected.k6(Collected.file("k6-samples/sample-xk6-sse-points.ndjson"));
    ClientRecord record = collected.only();
    assertThat(record.times().total()).isEqualTo(976_211_333L);
    assertThat(record.times().sending()).isNull();
    assertThat(record.times().ttft()).isEqualTo(790_239_105L);
    assertThat(record.times().ttftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(record.times().streamEnd()).isEqualTo(976_211_333L);
    assertThat(record.labels().streaming()).isTrue();
    assertThat(record.outcome()).isEqualTo(Outcome.SUCCESS);
  }

  @Test
  void givesTheSameRecordsFromEveryPacking() throws IOException {
    List<ClientRecord> expected = Collected.k6(SAMPLE).records;
    byte[] plain = SAMPLE.getBytes(StandardCharsets.UTF_8);
    String array = "[" + String.join(",\n", SAMPLE.strip().split("\n")) + "]";
    String pretty = SAMPLE.replace("{", "{\n  ").replace("}", "\n}").replace(",", ",\n  ");
    assertThat(Collected.k6(new ByteArrayInputStream(UploadBodyTest.gzip(plain))).records)
        .isEqualTo(expected);
    assertThat(Collected.k6(array).records).isEqualTo(expected);
    assertThat(Collected.k6("[" + array.substring(1).replace("\n", "")).records)
        .isEqualTo(expected);
    assertThat(Collected.k6(pretty).records)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("position")
        .isEqualTo(expected);
  }

  @Test
  void namesTheGeneratorAfterTheFile() {
    String generator = String.valueOf(Collected.k6(SAMPLE).records.get(0).labels().generator());
    assertThat(generator).matches("k6-[0-9a-f]{8}");
    assertThat(Collected.k6(SAMPLE).records)
        .allMatch(record -> generator.equals(record.labels().generator()));
    String other = SAMPLE.replace("10:15:41.072417417", "10:15:41.072417418");
    assertThat(Collected.k6(other).records.get(0).labels().generator()).isNotEqualTo(generator);
  }

  @Test
  void passesOverConsoleText() {
    Collected collected =
        Collected.k6("     execution: local\n\ntime=\"x\" level=info\n[ok] go\n" + SAMPLE);
    assertThat(collected.records).hasSize(4);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.ignored).isEqualTo(79 - 36 - 12);
    assertThat(collected.consoleLines).isEqualTo(3);
  }

  @Test
  void passesOverTheSummaryAtTheEnd() {
    Collected collected =
        Collected.k6(
            SAMPLE
                + "     http_req_duration..............: avg=1.36s min=31.48ms\n"
                + "       { expected_response:true }...: avg=1.14s min=31.48ms\n"
                + "running (0m04.0s), 0/2 VUs, 3 complete and 0 interrupted iterations\n");
    assertThat(collected.records).hasSize(4);
    assertThat(collected.rejections).isEmpty();
  }

  @Test
  void aStreamWithoutATraceIdStillTellsItsFirstEventWhereItIsAlone() {
    String stream = Collected.file("k6-samples/sample-xk6-sse-points.ndjson");
    String start = stream.lines().limit(2).reduce("", (all, line) -> all + line + "\n");
    String two = start.replace("00.000410552", "00.000410551") + stream;
    assertThat(Collected.k6(two).only().times().ttft()).isNull();
    assertThat(Collected.k6(stream.replace("trace_id", "x")).only().times().ttft())
        .isEqualTo(790_239_105L);
  }

  @Test
  void aLastRequestThatGotFarAndNotToItsEndIsBrokenOff() {
    List<String> lines = SAMPLE.lines().toList();
    int duration = 0;
    while (!lines.get(duration).contains("\"value\":2000.524874")) {
      duration++;
    }
    Collected collected = Collected.k6(String.join("\n", lines.subList(0, duration + 1)) + "\n");
    assertThat(collected.records).hasSize(3);
    assertThat(collected.truncated).isTrue();
  }

  @Test
  void aFileWithoutRequestsHasItsLoadAllTheSame() {
    String load =
        SAMPLE.lines().filter(it -> it.contains("\"vus")).reduce("", (all, it) -> all + it + "\n");
    Collected collected = Collected.k6(load);
    assertThat(collected.load).hasSize(4);
    assertThat(collected.generators).hasSize(1);
  }

  @Test
  void saysThatABodyIsNoJson() {
    Collected collected = Collected.k6("<html>\n<body>no</body>\n</html>\n");
    assertThat(collected.onlyReason()).startsWith("not JSON: there is no JSON object");
    assertThat(collected.rejections.get(0).line()).isEqualTo(1);
  }

  @Test
  void saysWhereToSendWhatIsNoPoint() {
    assertThat(Collected.k6("{\"trace_id\":null,\"status\":200}").onlyReason())
        .contains("format=native");
  }

  @Test
  void leavesALastBrokenOffRequestToTheNextUpload() {
    List<String> lines = SAMPLE.lines().toList();
    int start = 0;
    while (!lines.get(start).contains("\"value\":1,\"tags\":{\"endpoint\":\"chat\",\"error\"")) {
      start++;
    }
    Collected collected = Collected.k6(String.join("\n", lines.subList(0, start + 1)) + "\n{\"met");
    assertThat(collected.records).hasSize(3);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  @Test
  void rejectsARequestThatLostItsDuration() {
    String without =
        SAMPLE
            .lines()
            .filter(line -> !line.contains("http_req_duration") || !line.contains("31.488762"))
            .collect(Collectors.joining("\n"));
    Collected collected = Collected.k6(without);
    assertThat(collected.records).hasSize(3);
    assertThat(collected.rejections)
        .containsExactly(
            new Rejection(6, "the request is broken off: it has no point of http_req_duration"));
  }

  @Test
  void gathersPointsThatWereSortedOrFiltered() {
    String sorted =
        SAMPLE.lines().sorted(Comparator.reverseOrder()).collect(Collectors.joining("\n"));
    String filtered =
        SAMPLE
            .lines()
            .filter(line -> line.contains("\"metric\":\"http_req_duration\",\"type\":\"Point\""))
            .collect(Collectors.joining("\n"));
    assertThat(Collected.k6(sorted).rejections).isEmpty();
    assertThat(totals(Collected.k6(sorted))).isEqualTo(totals(Collected.k6(SAMPLE)));
    assertThat(Collected.k6(filtered).rejections).isEmpty();
    assertThat(totals(Collected.k6(filtered))).isEqualTo(totals(Collected.k6(SAMPLE)));
  }

  @Test
  void dropsAnInfiniteValueWithItsReason() {
    Collected collected = Collected.k6(oldLayout("http_req_duration", "+Inf"));
    assertThat(collected.onlyReason()).isEqualTo("value: Inf is not a finite number");
    assertThat(Collected.k6(oldLayout("http_req_duration", "NaN")).onlyReason())
        .isEqualTo("value: NaN is not a finite number");
  }

  @Test
  void doesNotMindTheValuesOfMetricsThatItDoesNotRead() {
    Collected collected = Collected.k6(oldLayout("data_received", "1e40"));
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.ignored).isEqualTo(1);
  }

  @Test
  void setsNegativePartsAside() {
    String cut = SAMPLE.replace("\"value\":0.096803", "\"value\":-0.096803");
    ClientRecord record = Collected.k6(cut).records.get(0);
    assertThat(record.negativePart()).isTrue();
    assertThat(record.times().receiving()).isNull();
    assertThat(record.times().total()).isEqualTo(31_488_762L);
  }

  @Test
  void rejectsARequestWithAMalformedTraceId() {
    Collected collected =
        Collected.k6(SAMPLE.replace("dc0718189caa6dd6522e0f77a1b25d90", "undefined"));
    assertThat(collected.records).hasSize(3);
    assertThat(collected.rejections)
        .extracting(Rejection::reason)
        .containsExactly("trace_id: expected 32 hex digits, got 9");
  }

  @Test
  void keepsQueriesOutOfLabels() {
    String secret = SAMPLE.replace("orders/latest\"", "orders/latest?token=secret\"");
    assertThat(Collected.k6(secret).records.toString()).doesNotContain("secret");
  }

  @Test
  void keepsCredentialsOutOfLabels() {
    String secret = SAMPLE.replace("https://shop", "https://me:secret@shop");
    assertThat(Collected.k6(secret).records.toString())
        .doesNotContain("secret")
        .contains("://shop");
  }

  @Test
  void keepsWhatComesBeforeACut() throws IOException {
    byte[] whole = UploadBodyTest.gzip(SAMPLE.repeat(50).getBytes(StandardCharsets.UTF_8));
    Collected collected =
        Collected.k6(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length * 2 / 3)));
    assertThat(collected.records).hasSizeGreaterThan(4);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  private static List<Long> totals(Collected collected) {
    return collected.records.stream().map(record -> record.times().total()).sorted().toList();
  }

  private static String oldLayout(String metric, String value) {
    return "{\"type\":\"Point\",\"data\":{\"time\":\"2022-09-15T14:16:09.782057+07:00\",\"value\":"
        + value
        + ",\"tags\":null},\"metric\":\""
        + metric
        + "\"}\n";
  }
}
