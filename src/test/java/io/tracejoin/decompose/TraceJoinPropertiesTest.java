package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.EPOCH;
import static io.tracejoin.decompose.Traces.KEY;
import static io.tracejoin.decompose.Traces.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What holds for every trace, whatever its shape. */
class TraceJoinPropertiesTest {

  private static final String[] NAMES = {
    "gateway",
    "acquire_slot",
    "generate",
    "provider.request",
    "response.write",
    "middleware",
    "vllm_prefill",
    "vllm_decode",
    "vllm_queue",
    "llm_request",
    "chat http send"
  };
  private static final Resource GATEWAY = Traces.resource("llm-gateway");
  private static final Resource[] RESOURCES = {
    GATEWAY, Traces.resource("engine"), Traces.resource("worker"), Traces.resource("side", "node-a")
  };

  /** Random trees of up to 40 spans on several clocks, some with phases in attributes. */
  @Provide
  Arbitrary<List<Span>> trees() {
    return Arbitraries.randomValue(TraceJoinPropertiesTest::tree);
  }

  @Property(tries = 500)
  void phasesAndUnattributedAddUpToTheRoot(@ForAll("trees") List<Span> spans) {
    assertSum(Traces.breakdown(Traces.joinOne(spans, Traces.success(2_000))));
  }

  @Property(tries = 500)
  void everyInstantOfTheRootIsChargedOnce(@ForAll("trees") List<Span> spans) {
    Breakdown it = Traces.breakdown(Traces.joinOne(spans, Traces.success(2_000)));

    Map<Measure, Long> charged = new EnumMap<>(Measure.class);
    long end = 0;
    for (Stretch stretch : it.attribution()) {
      assertThat(stretch.start()).isEqualTo(end);
      assertThat(stretch.nanos()).isPositive();
      end += stretch.nanos();
      Phase phase = stretch.phase();
      Measure measure = phase == null ? Measure.UNATTRIBUTED : Measure.of(phase);
      charged.merge(measure, stretch.nanos(), Long::sum);
    }
    assertThat(end).isEqualTo(value(it, Measure.SERVER_ROOT));
    charged.merge(
        Measure.GENERATION,
        charged.getOrDefault(Measure.PREFILL, 0L) + charged.getOrDefault(Measure.DECODE, 0L),
        Long::sum);
    assertThat(charged)
        .allSatisfy((measure, nanos) -> assertThat(nanos).isEqualTo(value(it, measure)));
  }

  private static void assertSum(Breakdown it) {
    long sum = value(it, Measure.UNATTRIBUTED);
    for (Phase phase : Phase.values()) {
      long exclusive = value(it, Measure.of(phase));
      assertThat(exclusive).isNotNegative();
      sum += phase == Phase.PREFILL || phase == Phase.DECODE ? 0 : exclusive;
    }
    assertThat(sum).isEqualTo(value(it, Measure.SERVER_ROOT));
    assertThat(value(it, Measure.GENERATION))
        .isGreaterThanOrEqualTo(value(it, Measure.PREFILL) + value(it, Measure.DECODE));
  }

  @Property(tries = 300)
  void orderAndRepeatsChangeNothing(@ForAll("trees") List<Span> spans, @ForAll long seed) {
    Random random = new Random(seed);
    ClientRecord[] records = {
      Traces.sent(SENT, 200, 0, 2_000),
      Traces.sent(new SpanId(0xdef), 200, 5, 100),
      Traces.sent(null, 302, 7, 80 + random.nextInt(3)),
      Traces.sent(null, 200, 87, 80)
    };
    List<JoinedRequest> inOrder = Traces.JOIN.join(Traces.input(spans, records));

    List<Span> shuffled = new ArrayList<>(spans);
    shuffled.addAll(spans.subList(0, random.nextInt(spans.size())));
    Collections.shuffle(shuffled, random);
    List<ClientRecord> again = new ArrayList<>(List.of(records));
    again.add(records[random.nextInt(records.length)]);
    Collections.shuffle(again, random);

    assertThat(Traces.JOIN.join(Traces.input(shuffled, again.toArray(ClientRecord[]::new))))
        .isEqualTo(inOrder);
    assertThat(Traces.JOIN.tree(Traces.input(shuffled)))
        .isEqualTo(Traces.JOIN.tree(Traces.input(spans)));
  }

  @Property(tries = 300)
  void aForeignClockMayBeAnywhere(@ForAll("trees") List<Span> spans, @ForAll int hours) {
    long shift = hours % 100_000 * 3_600_000_000L;
    List<Span> shifted =
        spans.stream().map(it -> it.resource() == RESOURCES[1] ? moved(it, shift) : it).toList();

    Breakdown before = Traces.breakdown(Traces.joinOne(spans, Traces.success(2_000)));
    Breakdown after = Traces.breakdown(Traces.joinOne(shifted, Traces.success(2_000)));

    for (Phase phase : Phase.values()) {
      assertThat(after.get(Measure.of(phase))).isEqualTo(before.get(Measure.of(phase)));
    }
    assertThat(after.get(Measure.UNATTRIBUTED)).isEqualTo(before.get(Measure.UNATTRIBUTED));
    assertThat(after.rawPhases()).isEqualTo(before.rawPhases());
  }

  @Property(tries = 500)
  void noDataMakesTheJoinThrow(@ForAll long seed) {
    Random random = new Random(seed);
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      spans.add(hostile(random));
    }
    ClientRecord record =
        Traces.with(
            Traces.labels(random.nextBoolean(), random.nextInt()),
            Traces.record(
                Outcome.values()[random.nextInt(Outcome.values().length)],
                random.nextInt(600),
                new ClientTimes(
                    any(random),
                    any(random),
                    any(random),
                    any(random),
                    TtftKind.TOKEN,
                    any(random),
                    any(random),
                    any(random),
                    any(random),
                    any(random),
                    any(random),
                    any(random))));
    RunFrame run =
        new RunFrame(1, "r", Set.of(), Set.of("engine"), any(random), any(random), Traces.MAPPING);

    for (JoinedRequest row :
        Traces.JOIN.join(Traces.input(spans, run, record, Traces.with((SpanId) null, record)))) {
      if (row.breakdown() != null) {
        assertSum(Traces.breakdown(row));
      }
    }
    assertThat(Traces.JOIN.join(Traces.input(spans))).hasSize(1);
    assertThat(Traces.JOIN.tree(Traces.input(spans))).isNotEmpty();
  }

  private static List<Span> tree(Random random) {
    int size = 1 + random.nextInt(40);
    List<Span> spans = new ArrayList<>();
    spans.add(span(1, SENT, "POST /chat", SpanKind.SERVER, EPOCH, EPOCH + 1_000_000_000L, GATEWAY));
    for (int i = 2; i <= size; i++) {
      Span parent = spans.get(random.nextInt(spans.size()));
      boolean stays = random.nextInt(3) > 0;
      Resource resource = stays ? parent.resource() : RESOURCES[random.nextInt(RESOURCES.length)];
      // Offsets within a clock; every clock but the gateway's starts anywhere.
      long base = EPOCH + (resource == GATEWAY ? 0 : resource.fingerprint().hashCode() * 1_000L);
      long start = base + random.nextInt(1_200_000_000) - 100_000_000;
      long end = start + random.nextInt(800_000_000);
      String name = NAMES[random.nextInt(NAMES.length)];
      SpanKind kind = name.equals("llm_request") ? SpanKind.SERVER : SpanKind.INTERNAL;
      spans.add(span(i, parent.spanId(), name, kind, start, end, resource));
    }
    return spans;
  }

  private static Span span(
      long id,
      @Nullable SpanId parent,
      String name,
      SpanKind kind,
      long start,
      long end,
      Resource resource) {
    Map<String, Object> attributes = new HashMap<>();
    if (name.equals("llm_request")) {
      double seconds = (end - start) / 1e9;
      attributes.put("gen_ai.latency.time_in_queue", seconds * 0.2);
      attributes.put("gen_ai.latency.time_in_model_prefill", String.valueOf(seconds * 0.3));
      attributes.put("gen_ai.latency.time_in_model_decode", seconds * 0.4);
    }
    return new Span(
        TraceId.of(KEY),
        new SpanId(id),
        parent,
        name,
        kind,
        0,
        start,
        end,
        SpanStatus.UNSET,
        resource,
        "",
        attributes,
        List.of());
  }

  private static Span moved(Span it, long shift) {
    return new Span(
        it.traceId(),
        it.spanId(),
        it.parentSpanId(),
        it.name(),
        it.kind(),
        it.flags(),
        it.startNanos() + shift,
        it.endNanos() + shift,
        it.status(),
        it.resource(),
        it.scope(),
        it.attributes(),
        it.events());
  }

  /** IDs that clash, parents in rings, times from one end of the range to the other. */
  private static Span hostile(Random random) {
    long one = random.nextInt(4) == 0 ? random.nextLong() : EPOCH + random.nextInt(1_000_000_000);
    long other = random.nextInt(4) == 0 ? random.nextLong() : EPOCH + random.nextInt();
    Object value = random.nextBoolean() ? (Object) random.nextDouble() : "1e" + random.nextInt();
    return new Span(
        TraceId.of(KEY),
        new SpanId(1 + random.nextInt(15)),
        random.nextInt(6) == 0 ? null : new SpanId(1 + random.nextInt(15)),
        NAMES[random.nextInt(NAMES.length)],
        SpanKind.of(random.nextInt(6)),
        random.nextInt(1024),
        Math.min(one, other),
        Math.max(one, other),
        SpanStatus.of(random.nextInt(3)),
        RESOURCES[random.nextInt(RESOURCES.length)],
        "",
        Map.of(
            "gen_ai.latency.time_in_queue", value,
            "gen_ai.latency.time_to_first_token", value,
            "http.response.status_code", value),
        List.of(new SpanEvent("first_token", random.nextLong())));
  }

  private static @Nullable Long any(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> 0L;
      case 2 -> random.nextLong();
      default -> (long) random.nextInt(2_000_000_000);
    };
  }

  private static long value(Breakdown it, Measure measure) {
    Long value = it.get(measure);
    return value == null ? 0 : value;
  }
}
