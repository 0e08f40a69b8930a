package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TailSvgTest {

  private static final String EVIL = "</title><script>alert(1)</script>\u0000&\uD800";

  private final Map<String, Report.Tail> tail = new LinkedHashMap<>();

  TailSvgTest() {
    tail.put("p50", band("1000", Map.of("gateway", "40", "generation", "960")));
    tail.put("p99", band("4000", Map.of("gpu_queue", "3000", "generation", "1000")));
  }

  @Test
  void theBarsOfAQuantileAreAsLongTogetherAsItsRequests() throws Exception {
    Document svg = parsed(TailSvg.of(report(tail), Selector.ALL));

    assertThat(widths(svg, "74")).containsExactly(6.08, 145.92);
    assertThat(widths(svg, "108")).containsExactly(456.0, 152.0);
  }

  @Test
  void theDescriptionSaysWhatIsDrawnAndWhomToAsk() throws Exception {
    Document svg = parsed(TailSvg.of(report(tail), Selector.ALL));

    assertThat(text(svg, "desc"))
        .isEqualTo(
            "The requests around p50 took 1,000 ms: gateway 40.0 ms, generation 960.0 ms."
                + " The requests around p99 took 4,000 ms: gpu_queue 3,000 ms, generation 1,000 ms."
                + " gpu_queue grows most; ask inference capacity.");
    assertThat(text(svg, "title")).isEqualTo("Run r1");
  }

  @Test
  void namesThatUsersChoseAreText() throws Exception {
    String drawn = TailSvg.of(report(tail), Selector.of(SliceDimension.MODEL, EVIL));
    Document svg = parsed(drawn);

    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(text(svg, "title")).contains("model=</title><script>alert(1)</script>");
  }

  @Test
  void aTailThatCannotBeExplainedIsSaidToBeSo() throws Exception {
    assertThat(text(parsed(TailSvg.of(report(Map.of()), Selector.ALL)), "desc"))
        .isEqualTo("Too few matched successes to explain a tail.");
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static String text(Document svg, String element) {
    return svg.getElementsByTagName(element).item(0).getTextContent();
  }

  private static List<Double> widths(Document svg, String y) {
    NodeList bars = svg.getElementsByTagName("rect");
    return java.util.stream.IntStream.range(0, bars.getLength())
        .mapToObj(i -> (Element) bars.item(i))
        .filter(it -> it.getAttribute("y").equals(y))
        .map(it -> Double.valueOf(it.getAttribute("width")))
        .toList();
  }

  private static Report.Tail band(String total, Map<String, String> parts) {
    Map<String, BigDecimal> means = new LinkedHashMap<>();
    parts.forEach((name, ms) -> means.put(name, new BigDecimal(ms)));
    BigDecimal ms = new BigDecimal(total);
    return new Report.Tail(10, ms, ms, means, Map.of(), Map.of());
  }

  private static Report report(Map<String, Report.Tail> tail) {
    return new Report(
        "r1",
        3,
        "finished",
        Instant.EPOCH,
        "success",
        new Report.Frame(BigDecimal.ZERO, BigDecimal.TEN, List.of()),
        new Report.Population(
            100,
            100,
            99,
            Map.of("timeout", 1L),
            new BigDecimal("0.01"),
            0,
            0,
            0,
            new Report.Outside(0, 0)),
        new Report.Throughput(99, 0, BigDecimal.ONE),
        null,
        null,
        new Report.Join(
            100, BigDecimal.ONE, BigDecimal.ONE, 0, Map.of(), 0, 0, 0, 0, 0, null, null),
        List.of(),
        tail,
        Map.of(),
        List.of(),
        new Sampling("always_on", BigDecimal.ONE),
        new MappingUse.Name("llm-gateway", 1),
        List.of(),
        null,
        null,
        List.of(),
        List.of(),
        null);
  }
}
