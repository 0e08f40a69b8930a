package io.tracejoin.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tracejoin.decompose.Measure;
import io.tracejoin.run.Slo;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class BudgetReaderTest {

  private static final BudgetReader READER = new BudgetReader(Set.of("model", "pool", "priority"));

  private static final String SPEC =
      """
      kind: PhaseBudget
      description: chat release gate
      population: {model: llama-70b, pool: a}          # selector of every clause
      evidence: {min_samples: 400, min_coverage: 0.98, min_window_s: 600}
      run: {kind: steady, target_rate: 8, engine: vllm}
      baseline: latest_passed
      single_token_tpot: exempt
      clauses:
        - {id: queue, measure: gpu_queue, stat: p95, max_ms: 250, warn_ms: 200, where: {priority: high}}
        - {id: envelope, measure: network_envelope, stat: p95, max_ms: 120, vs_baseline: "<= +10% or +5ms"}
        - {id: errors, measure: error_rate, max: 0.01}
        - {id: slo, measure: attainment, min: 0.95, slo: {ttft_ms: 1200, tpot_ms: 60, total_ms: 6000}}
      """;

  @ParameterizedTest
  @CsvSource({"itl, ITL_P95", "chunk_interval, CHUNK_INTERVAL_P95"})
  void intervalsAreJudgedByEachRequestsOwnP95(String name, Measure measure) {
    Budget budget = READER.read("clauses: [{measure: %s, stat: p99, max_ms: 80}]".formatted(name));

    Clause clause = budget.clauses().get(0);
    assertThat(clause.subject()).isEqualTo(new Subject.Latency(measure, null));
    assertThat(clause.subject().code()).isEqualTo(name);
    assertThat(clause.id()).isEqualTo(name + "_p99");
  }

  @Test
  void theDocumentOfTheContractIsRead() {
    Budget budget = READER.read(SPEC);

    assertThat(budget.baseline()).isEqualTo(Budget.LATEST_PASSED);
    assertThat(budget.run().conditions()).containsEntry("engine", "vllm").hasSize(1);
    Clause queue = budget.clauses().get(0);
    assertThat(queue.subject()).isEqualTo(new Subject.Latency(Measure.GPU_QUEUE, null));
    assertThat(queue.where())
        .containsEntry("model", Set.of("llama-70b"))
        .containsEntry("pool", Set.of("a"))
        .containsEntry("priority", Set.of("high"));
    assertThat(queue.minima().samples()).isEqualTo(400);
    assertThat(queue.bound())
        .isEqualTo(new Bound(Side.MAX, new BigDecimal("250"), new BigDecimal("200")));
    Clause envelope = budget.clauses().get(1);
    assertThat(envelope.relative())
        .isEqualTo(new Allowance(Side.MAX, new BigDecimal("10"), new BigDecimal("5")));
    assertThat(budget.clauses().get(3).slo())
        .isEqualTo(
            new GoodRequest(
                new Slo(new BigDecimal("1200"), new BigDecimal("60"), new BigDecimal("6000")),
                true));
  }

  @Test
  void theShippedExampleIsReadWithoutAWarning() throws IOException {
    String text = Files.readString(Path.of("docs/examples/chat-release-gate.yaml"));

    assertThat(Advice.on(READER.read(text))).isEmpty();
  }

  @Test
  void theOneFormReadsBackAsTheSameBudgetInYamlAndInJson() {
    Budget budget = READER.read(SPEC);
    String json = new JsonMapper().writeValueAsString(BudgetDocument.of(budget));

    assertThat(READER.read(BudgetDocument.yaml(budget))).isEqualTo(budget);
    assertThat(READER.read(json)).isEqualTo(budget);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_ms: fast | line 3: clauses[0].max_ms: expected a number, got 'fast'",
        "max_ms: '250' | line 3: clauses[0].max_ms: expected a number, got '250'",
        "max_ms: -1 | expected a number of at least 0, got '-1'",
        "max_ms: .inf | expected a number, got '.inf'",
        "max_ms: 1, max_ms: 2 | line 3: clauses[0].max_ms: repeated key",
        "max_ms: 1, maxms: 2 | line 3: clauses[0].maxms: unknown key",
        "max_ms: 1, warn_ms: 2 | warn: 2 is beyond the bound 1",
        "warn_ms: 2 | warn_ms: there is no max_ms",
        "min: 2 | clauses[0].min: unknown key",
        "max_ms: 1, where: {colour: red} | line 3: clauses[0].where.colour: unknown key",
        "max_ms: 1, where: {pool: b} | where.pool: selects nothing of the population",
        "max_ms: 1, where: {priority: []} | clauses[0].where.priority: expected a value",
        "max_ms: 1, vs_baseline: '+10%' | expected '<= +10% or +5ms', got '+10%'",
        "max_ms: 1, vs_baseline: '<= +10% or +5%' | expected '<= +10% or +5ms'",
        "max_ms: 1, evidence: {min_coverage: 98} | min_coverage: expected 0 to 1, got '98'",
        "max_ms: 1, evidence: {min_samples: 1.5} | min_samples: expected a whole number",
        "max_ms: 1, slo: {total_ms: 2} | clauses[0].slo: unknown key",
        "max_ms: 1, kind: token | gateway has no kinds",
      })
  void whatIsWrongWithAClauseIsToldByFieldAndLine(String more, String message) {
    assertThat(problems(clause("{measure: gateway, stat: p95, " + more + "}")))
        .anySatisfy(it -> assertThat(it).contains(message));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{measure: gpu_que, stat: p95, max_ms: 1} | 'gpu_que' is none of client_total",
        "{stat: p95, max_ms: 1} | measure: is missing",
        "{measure: gateway, max_ms: 1} | stat: is missing",
        "{measure: gateway, stat: p100, max_ms: 1} | 'p100' is none of",
        "{measure: gateway, stat: p95} | max_ms: is missing",
        "{measure: coverage, max: 1} | coverage is bounded by min",
        "{measure: attainment, min: 0.9} | slo: is missing",
        "{measure: attainment, min: 0.9, slo: {}} | expected one of ttft_ms, tpot_ms, total_ms",
        "{measure: dropped_iterations, max: 0, where: {pool: a}} | is of the run as a whole",
        "[] | expected keys and values, got a list",
      })
  void aClauseThatSaysNothingIsRefused(String clause, String message) {
    assertThat(problems(clause(clause))).anySatisfy(it -> assertThat(it).contains(message));
  }

  @Test
  void everyProblemIsToldAtOnce() {
    assertThat(
            problems(
                """
                kind: Budget
                evidnce: {}
                run: {kind: steddy}
                clauses:
                  - {measure: gateway, stat: p95, max_ms: fast}
                  - {measure: error_rate, max: 0.01}
                  - {measure: error_rate, max: 0.02}
                """))
        .hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | is empty", "clauses: [ | line 1", "- 1 | expected keys", "clauses: [] | 1 to"})
  void whatIsNoBudgetIsRefused(String document, String message) {
    assertThat(problems(document)).anySatisfy(it -> assertThat(it).contains(message));
  }

  @Test
  void partsThatExceedTheWholeAreAdvisedAgainst() {
    String parts =
        """
        evidence: {min_samples: 400, min_coverage: 0.98}
        clauses:
          - {measure: client_total, stat: p95, max_ms: %s}
          - {measure: gateway, stat: p95, max_ms: 60}
          - {measure: generation, stat: p95, max_ms: 900}
          - {measure: decode, stat: p95, max_ms: 800}
          - {measure: gpu_queue, stat: p99, max_ms: 900, evidence: {min_samples: 400}}
        """;

    assertThat(Advice.on(READER.read(parts.formatted("960")))).isEmpty();
    assertThat(Advice.on(READER.read(parts.formatted("959"))))
        .singleElement()
        .asString()
        .startsWith("parts_exceed_whole: at p95")
        .contains("gateway 60 + generation 900")
        .contains("960 ms together, client_total 959 ms");
  }

  @Test
  void missingMinimaAreAdvisedAgainst() {
    assertThat(Advice.on(READER.read(clause("{measure: gateway, stat: p99, max_ms: 60}"))))
        .anySatisfy(it -> assertThat(it).startsWith("no_min_coverage"))
        .anySatisfy(it -> assertThat(it).startsWith("low_min_samples").contains("below 368"));
  }

  private static String clause(String clause) {
    return "population: {pool: a}\nclauses:\n  - " + clause + "\n";
  }

  private static List<String> problems(String document) {
    BadBudgetException refused =
        catchThrowableOfType(BadBudgetException.class, () -> READER.read(document));
    assertThat(refused).as("%s", document).isNotNull();
    return refused.problems().stream().map(Problem::toString).toList();
  }
}
