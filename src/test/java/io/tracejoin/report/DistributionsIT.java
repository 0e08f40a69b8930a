package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.store.ReportStores;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DistributionsIT {

  private final Distributions distributions =
      new Distributions(ReportStores.reports(ReportDatabase.dataSource()));

  @Test
  void aPointOfTheCurveIsTheFigureOfTheReport() {
    RunFixture.open("curve", "{\"window\": {\"warmup_s\": 10}}")
        .matched(3000, Map.of("gpu_queue_ns", "(i * 7919 % 3000) * 1000000"));
    Distribution.Curve curve = curves("curve", Measure.GPU_QUEUE).get(0);
    Figure figure =
        ReportTestReports.reports().current(new RunId("curve")).phases().stream()
            .filter(it -> it.measure().equals("gpu_queue"))
            .findFirst()
            .orElseThrow();

    assertThat(curve.n()).isEqualTo(2900).isEqualTo(figure.n());
    assertThat(curve.kind()).isNull();
    for (String q : List.of("0.5", "0.95", "0.99")) {
      BigDecimal value =
          curve.points().stream()
              .filter(it -> it.share().compareTo(new BigDecimal(q)) >= 0)
              .findFirst()
              .orElseThrow()
              .valueMs();
      String name = "p" + new BigDecimal(q).movePointRight(2).toBigInteger() + "_ms";
      assertThat(value).isEqualByComparingTo(figure.quantiles().get(name));
    }
    Distribution.Point last = curve.points().get(curve.points().size() - 1);
    assertThat(last.share()).isEqualByComparingTo("1");
    assertThat(last.valueMs()).isEqualByComparingTo(figure.maxMs());
  }

  @Test
  void timesToFirstTokenOfDifferentKindsAreDifferentCurves() {
    RunFixture.open("kinds-of-curves", "{}")
        .matched(
            20,
            Map.of(
                "client_ttft_ns", "1000000 + i",
                "client_ttft_kind", "CASE WHEN i < 5 THEN 'token' ELSE 'first_byte' END"));

    assertThat(curves("kinds-of-curves", Measure.CLIENT_TTFT))
        .extracting(Distribution.Curve::kind, Distribution.Curve::n)
        .containsExactlyInAnyOrder(tuple("token", 5L), tuple("first_byte", 15L));
  }

  @Test
  void ofNothingThereIsNoCurve() {
    RunFixture.open("nothing", "{}");
    assertThat(curves("nothing", Measure.CLIENT_TOTAL)).isEmpty();
    assertThat(scatter("nothing").bins()).isEmpty();
    assertThatThrownBy(() -> curves("no-such-run", Measure.CLIENT_TOTAL))
        .isInstanceOf(UnknownRunException.class);
  }

  @Test
  void binsOfTokensHoldAllRequestsAndTheSampleSome() {
    RunFixture.open("scattered", "{}")
        .matched(
            2000,
            Map.of(
                "output_tokens", "CASE WHEN i % 2 = 0 THEN 10 + i / 2 END",
                "server_output_tokens", "CASE WHEN i % 4 = 1 THEN 5 END",
                "client_total_ns", "(10 + i / 2) * 1000000"))
        .clientOnly(3, "timeout", "no_spans", Map.of("output_tokens", "7"));
    Scatter scatter = scatter("scattered");

    // 1000 told by the client, 500 by the server alone, 500 by nobody.
    assertThat(scatter.n()).isEqualTo(1500);
    assertThat(scatter.bins()).hasSizeLessThanOrEqualTo(40);
    assertThat(scatter.bins().get(0).fromTokens()).isEqualTo(5);
    assertThat(scatter.bins().get(scatter.bins().size() - 1).toTokens()).isEqualTo(1009);
    assertThat(scatter.bins())
        .isSortedAccordingTo((a, b) -> Long.compare(a.fromTokens(), b.fromTokens()));
    assertThat(scatter.sample()).hasSize(500).doesNotHaveDuplicates();
    assertThat(scatter("scattered").sample()).isEqualTo(scatter.sample());
  }

  @Test
  void fewLengthsAreBinsOfTheirOwn() {
    RunFixture.open("lengths", "{}")
        .matched(30, Map.of("output_tokens", "i % 3", "client_total_ns", "(1 + i % 3) * 1000000"));

    assertThat(scatter("lengths").bins())
        .extracting(
            Scatter.Bin::fromTokens,
            Scatter.Bin::toTokens,
            Scatter.Bin::n,
            it -> it.p95Ms().intValue())
        .containsExactly(tuple(0L, 0L, 10L, 1), tuple(1L, 1L, 10L, 2), tuple(2L, 2L, 10L, 3));
  }

  private List<Distribution.Curve> curves(String run, Measure measure) {
    return distributions.of(new RunId(run), measure, Outcome.SUCCESS).series();
  }

  private Scatter scatter(String run) {
    return distributions.byTokens(new RunId(run), Measure.CLIENT_TOTAL, Outcome.SUCCESS);
  }
}
