package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.run.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {

  @Test
  void everyDeclaredFieldThatDiffersIsListed() {
    List<Comparison.Condition> changed =
        Conditions.changed(
            facts("{\"name\": \"a\", \"load\": {\"target_rate\": 6}, \"services\": [\"x\"]}", 1),
            facts(
                "{\"name\": \"a\", \"load\": {\"target_rate\": 9, \"vus\": 3}, \"services\": [\"x\", \"y\"]}",
                2));
    assertThat(changed)
        .extracting(Comparison.Condition::field)
        .containsExactly("load.target_rate", "load.vus", "mapping", "services");
    assertThat(changed.get(1).baseline()).isNull();
    assertThat(changed.get(0).run()).hasToString("9");
  }

  @Test
  void numbersAreComparedByValue() {
    assertThat(
            Conditions.changed(
                facts("{\"load\": {\"target_rate\": 8}}", 1),
                facts("{\"load\": {\"target_rate\": 8.0}}", 1)))
        .isEmpty();
  }

  @Test
  void moreThanOneFactorIsConfounded() {
    assertThat(confounded("{}", "{\"load\": {\"target_rate\": 9, \"vus\": 3}}")).isFalse();
    assertThat(confounded("{}", "{\"conditions\": {\"engine\": \"a\"}}")).isFalse();
    assertThat(confounded("{}", "{\"conditions\": {\"engine\": \"a\", \"model\": \"b\"}}"))
        .isTrue();
    assertThat(confounded("{}", "{\"conditions\": {\"engine\": \"a\"}, \"streaming\": true}"))
        .isTrue();
    assertThat(
            confounded(
                "{\"name\": \"a\"}",
                "{\"name\": \"b\", \"labels\": {\"group\": \"g\"}, \"load\": {\"planned_duration_s\": 9},"
                    + " \"slo\": {\"total_ms\": 1}, \"streaming\": true}"))
        .isFalse();
  }

  private static boolean confounded(String baseline, String run) {
    return Conditions.confounded(Conditions.changed(facts(baseline, 1), facts(run, 1)));
  }

  private static RunFacts facts(String declaration, int mappingVersion) {
    return new RunFacts(
        1, "r", RunState.OPEN, declaration, 0, new MappingUse.Name("m", mappingVersion), null);
  }
}
