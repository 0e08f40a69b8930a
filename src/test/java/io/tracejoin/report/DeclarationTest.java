package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.report.Declaration.ScenarioWindow;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeclarationTest {

  @Test
  void readsWhatAReportNeeds() {
    Declaration declared =
        Declaration.parse(
            """
            {"window": {"warmup_s": 30, "cooldown_s": 0.25}, "load": {"planned_duration_s": 640},
             "services": ["b", "a"], "trace_id_prefix": "7F3a",
             "sampling": {"policy": "ratio", "ratio": 0.1}}
            """);
    assertThat(declared.warmupNanos()).isEqualTo(30_000_000_000L);
    assertThat(declared.cooldownNanos()).isEqualTo(250_000_000L);
    assertThat(declared.plannedNanos()).isEqualTo(640_000_000_000L);
    assertThat(declared.services()).containsExactly("a", "b");
    assertThat(declared.traceIdRange())
        .containsExactly(
            UUID.fromString("7f3a0000-0000-0000-0000-000000000000"),
            UUID.fromString("7f3affff-ffff-ffff-ffff-ffffffffffff"));
    assertThat(declared.sampling().policy()).isEqualTo("ratio");
    assertThat(declared.scenarioWindows()).isEmpty();
  }

  @Test
  void whatAScenarioLeavesOpenIsTheRuns() {
    Declaration declared =
        Declaration.parse(
            """
            {"window": {"warmup_s": 30, "cooldown_s": 5},
             "scenarios": {
               "a": {"window": {"warmup_s": 60}, "load": {"planned_duration_s": 300}},
               "b": {"window": {"warmup_s": 0, "cooldown_s": 0}},
               "c": {"window": {}}, "d": {"load": {"planned_duration_s": 1}}, "e": null}}
            """);
    assertThat(declared.scenarioWindows())
        .containsOnly(
            Map.entry("a", new ScenarioWindow(60_000_000_000L, 5_000_000_000L, 300_000_000_000L)),
            Map.entry("b", new ScenarioWindow(0, 0, null)));
  }

  @Test
  void aScenariosWarmUpTrimsTheRun() {
    assertThat(
            Declaration.parse("{\"scenarios\": {\"a\": {\"window\": {\"warmup_s\": 1}}}}").trims())
        .isTrue();
  }

  @Test
  void secondsBeyondAllTimeEndAtAHundredYears() {
    Declaration declared =
        Declaration.parse(
            "{\"window\": {\"warmup_s\": 1e300}, \"load\": {\"planned_duration_s\": 1e19}}");
    assertThat(declared.warmupNanos()).isEqualTo(3_000_000_000_000_000_000L);
    assertThat(declared.plannedNanos()).isEqualTo(3_000_000_000_000_000_000L);
  }

  @Test
  void whatIsAbsentOrOfAnotherTypeIsNotDeclared() {
    for (String json :
        new String[] {
          "{}",
          "{\"window\": null, \"load\": null, \"services\": null, \"sampling\": null}",
          "{\"window\": {\"warmup_s\": \"30\"}, \"trace_id_prefix\": \"xyz\", \"services\": [1]}"
        }) {
      Declaration declared = Declaration.parse(json);
      assertThat(declared.trims()).isFalse();
      assertThat(declared.plannedNanos()).isNull();
      assertThat(declared.services()).isEmpty();
      assertThat(declared.traceIdRange()).isEmpty();
      assertThat(declared.sampling().undeclared()).isTrue();
    }
  }
}
