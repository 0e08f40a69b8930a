package io.tracejoin.report.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.report.MappingUse;
import io.tracejoin.report.RunFacts;
import io.tracejoin.run.RunState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BasisTest {

  private static final String RUNS_WINDOW = "\"window\": {\"warmup_s\": 30}";

  @Test
  void aScenariosWindowThatChangesIsAChange() {
    assertThat(
            changes(
                "{\"scenarios\": {\"main\": {\"window\": {\"warmup_s\": 1}}}}",
                "{\"scenarios\": {\"main\": {\"window\": {\"warmup_s\": 2}}}}"))
        .singleElement()
        .asString()
        .startsWith("scenarios.main.window was changed after the first verdict");
  }

  @Test
  void aScenariosFirstWindowIsAChangeOfTheRuns() {
    String later = "\"scenarios\": {\"main\": {\"window\": {\"warmup_s\": 60}}}";
    assertThat(changes("{" + RUNS_WINDOW + "}", "{" + RUNS_WINDOW + ", " + later + "}"))
        .singleElement()
        .asString()
        .startsWith("scenarios.main.window was set after the first verdict");
    assertThat(changes("{}", "{" + later + "}")).isEmpty();
  }

  @Test
  void whatStaysOrIsFirstSetIsNone() {
    String declared =
        "{" + RUNS_WINDOW + ", \"scenarios\": {\"a\": {\"window\": {\"warmup_s\": 1}}}}";
    assertThat(changes(declared, declared)).isEmpty();
    assertThat(
            changes(
                "{" + RUNS_WINDOW + "}",
                "{"
                    + RUNS_WINDOW
                    + ", \"scenarios\": {\"a\": {\"load\": {\"vus\": 3}, \"window\": {}}}}"))
        .isEmpty();
  }

  private static List<String> changes(String before, String now) {
    return Basis.changes(of(before), of(now));
  }

  private static Map<String, String> of(String declaration) {
    return Basis.of(
        new RunFacts(1, "r", RunState.FINISHED, declaration, 1, new MappingUse.Name("m", 1), null));
  }
}
