package io.tracejoin.diagnosis;

import static io.tracejoin.diagnosis.Direction.DOWN;
import static io.tracejoin.diagnosis.Direction.STABLE;
import static io.tracejoin.diagnosis.Direction.UP;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RuleTest {

  private static final Set<Subject> SERVER =
      Set.of(
          Subject.ROOT,
          Subject.GATEWAY,
          Subject.APP_QUEUE,
          Subject.GPU_QUEUE,
          Subject.GENERATION,
          Subject.PROVIDER_REQUEST,
          Subject.RESPONSE_WRITE,
          Subject.UNATTRIBUTED);

  /** Code, what is up, and what must not move. */
  static Stream<Arguments> symptoms() {
    return Stream.of(
        symptom("connections_not_reused", Set.of(Subject.SETUP, Subject.WALL), SERVER),
        symptom("gateway_overhead", Set.of(Subject.GATEWAY), Set.of(Subject.GPU_QUEUE)),
        symptom(
            "inference_saturated", Set.of(Subject.GPU_QUEUE), Set.of(Subject.GENERATION_PER_TOKEN)),
        symptom("batch_or_memory", Set.of(Subject.GENERATION_PER_TOKEN), Set.of()),
        symptom("slow_start", Set.of(Subject.TTFT), Set.of(Subject.TOTAL)),
        symptom("response_transfer", Set.of(Subject.TOTAL), Set.of(Subject.ROOT)),
        symptom("channel_or_buffering", Set.of(Subject.ENVELOPE_SLOPE), Set.of(Subject.SETUP)),
        symptom("phase_lost", Set.of(Subject.UNATTRIBUTED), Set.of()),
        symptom("prefill_or_cache", Set.of(Subject.TTFT), Set.of(Subject.TOKEN_INTERVAL)),
        symptom("batch_growth", Set.of(Subject.TOKEN_INTERVAL, Subject.THROUGHPUT), Set.of()),
        symptom("cache_moved", Set.of(Subject.CACHED_TOKENS, Subject.TTFT_TAIL), Set.of()),
        symptom("generator_saturated", Set.of(Subject.SCHEDULE_LAG), Set.of()));
  }

  private static Arguments symptom(String code, Set<Subject> up, Set<Subject> stable) {
    return Arguments.of(code, up, stable);
  }

  @ParameterizedTest
  @MethodSource("symptoms")
  void aSymptomIsFound(String code, Set<Subject> up, Set<Subject> stable) {
    assertThat(codes(changes(up, UP))).contains(code);
  }

  @ParameterizedTest
  @MethodSource("symptoms")
  void withoutAnyPartOfItTheSymptomIsNotFound(String code, Set<Subject> up, Set<Subject> stable) {
    for (Subject missing : up) {
      for (Direction other : List.of(STABLE, DOWN)) {
        Map<Subject, Change> nearMiss = changes(up, UP);
        nearMiss.put(missing, change(missing, other));
        assertThat(codes(nearMiss)).as(missing + " " + other).doesNotContain(code);
      }
      Map<Subject, Change> unknown = changes(up, UP);
      unknown.remove(missing);
      assertThat(codes(unknown)).as(missing + " unknown").doesNotContain(code);
    }
  }

  @ParameterizedTest
  @MethodSource("symptoms")
  void whatMustBeStableMayNeitherRiseNorFall(String code, Set<Subject> up, Set<Subject> stable) {
    for (Subject moving : stable) {
      for (Direction other : List.of(UP, DOWN)) {
        Map<Subject, Change> nearMiss = changes(up, UP);
        nearMiss.put(moving, change(moving, other));
        assertThat(codes(nearMiss)).as(moving + " " + other).doesNotContain(code);
      }
    }
  }

  @Test
  void aPhaseThatNobodyKnowsIsStableButARootMustBeKnown() {
    Map<Subject, Change> changes = changes(Set.of(Subject.GATEWAY, Subject.TOTAL), UP);
    changes.remove(Subject.GPU_QUEUE);
    assertThat(codes(changes)).containsExactly("gateway_overhead", "response_transfer");
    changes.remove(Subject.ROOT);
    assertThat(codes(changes)).containsExactly("gateway_overhead");
  }

  @Test
  void nothingMovedNothingFound() {
    assertThat(Finding.of(changes(Set.of(), UP))).isEmpty();
    assertThat(Finding.of(Map.of())).isEmpty();
  }

  @Test
  void evidenceIsWhatTheConditionsLookedAt() {
    Finding found = Finding.of(changes(Set.of(Subject.GPU_QUEUE), UP)).get(0);
    assertThat(found.rule().owner()).isEqualTo("inference capacity");
    assertThat(found.evidence())
        .extracting(Change::name)
        .containsExactly("GPU_QUEUE", "GENERATION_PER_TOKEN");
  }

  /** Everything is known and stable but for some. */
  private static Map<Subject, Change> changes(Set<Subject> moved, Direction direction) {
    Map<Subject, Change> changes = new EnumMap<>(Subject.class);
    Arrays.stream(Subject.values()).forEach(it -> changes.put(it, change(it, STABLE)));
    moved.forEach(it -> changes.put(it, change(it, direction)));
    return changes;
  }

  private static Change change(Subject subject, Direction direction) {
    return new Change(subject.name(), direction, Map.of());
  }

  private static List<String> codes(Map<Subject, Change> changes) {
    return Finding.of(changes).stream().map(it -> it.rule().code()).collect(Collectors.toList());
  }
}
