package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class StreamTextTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final Report report =
      report(
          List.of(
              new TokenIntervals(
                  "itl",
                  40,
                  8000,
                  Map.of("p50_ms", new BigDecimal("31.5"), "p95_ms", new BigDecimal("48")),
                  new BigDecimal("900"),
                  new BigDecimal("33.333"),
                  "histogram")),
          new Tokens(
              new BigDecimal("412.5"),
              40,
              39,
              8039,
              new Tokens.Spread(40, 30, 200, 480, 512),
              new Tokens.Spread(0, 0, null, null, null),
              new CachedTokens(38, new BigDecimal("0.62149"), 128),
              null));

  @Test
  void bothObserversStandSideBySideAndTokensApartFromRequests() {
    StringBuilder text = new StringBuilder();

    StreamText.print(report, text);

    assertThat(text)
        .hasToString(
            """

            Client and server side by side, in ms: three series, no column is a difference of the others
              pair               client  server  envelope
              total         p50  720.00  710.00     10.00
                            p95  720.00  710.00     10.00
              ttft (token)  p50  400.00  380.00         -
                            p95  400.00  380.00         -

            Intervals, in ms (pooled over all tokens of all requests; tpot is one value a request)
              series  requests     n    p50    p95     max   mean
              itl           40  8000  31.50  48.00  900.00  33.33

            Tokens a request
              side     n  p50  p95  max  counted by client
              input   40  200  480  512                 30
              output   0    -    -    -                  0
              412.50 output tokens/s (39 of the 40 requests completed in the window are counted)
              62.14 % of the prompt tokens from the cache, p50 128 a request (n 38)
              Rank correlation of input and output: -
            """);
  }

  @Test
  void withoutStreamsThereIsNothingToSay() {
    StringBuilder text = new StringBuilder();

    StreamText.print(JSON.readValue(older(), Report.class), text);

    assertThat(text).isEmpty();
  }

  @Test
  void isReadBackAsItWasStored() {
    assertThat(JSON.readValue(JSON.writeValueAsString(report), Report.class)).isEqualTo(report);
    assertThat(JSON.valueToTree(report).path("token_intervals").path(0).path("p95_ms").asString())
        .isEqualTo("48");
  }

  /** A report as it was stored before there were streams. */
  private String older() {
    ObjectNode tree = JSON.valueToTree(report);
    tree.remove(List.of("token_intervals", "tokens", "slo", "findings"));
    tree.putArray("phases");
    return tree.toString();
  }

  private static Report report(List<TokenIntervals> intervals, @Nullable Tokens tokens) {
    return new Report(
        "r1",
        1,
        "finished",
        Instant.parse("2026-11-29T10:11:12Z"),
        "success",
        new Report.Frame(BigDecimal.ZERO, BigDecimal.TEN, List.of()),
        new Report.Population(40, 40, 40, Map.of(), null, 0, 0, 0, new Report.Outside(0, 0)),
        new Report.Throughput(40, 0, null),
        null,
        null,
        new Report.Join(40, null, null, 0, Map.of(), 0, 0, 0, 0, 0, null, null),
        List.of(
            figure("client_total", null, "720"),
            figure("client_ttft", "token", "400"),
            figure("client_ttft", "chunk", "390"),
            figure("network_envelope", null, "10"),
            figure("server_root", null, "710"),
            figure("server_ttft", "token", "380")),
        Map.of(),
        Map.of(),
        List.of(),
        new Sampling("always_on", null),
        new MappingUse.Name("llm-gateway", 1),
        intervals,
        tokens,
        null,
        List.of(),
        List.of(),
        null);
  }

  private static Figure figure(String measure, @Nullable String kind, String ms) {
    BigDecimal value = new BigDecimal(ms);
    return new Figure(
        measure,
        kind,
        null,
        40,
        BigDecimal.ONE,
        BigDecimal.ONE,
        Map.of(),
        List.of(),
        Map.of("p50_ms", value, "p95_ms", value),
        value,
        value,
        Map.of("p50_ms", Arrays.asList(value, null), "p95_ms", Arrays.asList(value, null)),
        List.of(),
        "exact");
  }
}
