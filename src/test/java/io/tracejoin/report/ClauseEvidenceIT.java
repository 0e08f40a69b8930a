package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.budget.Budget;
import io.tracejoin.budget.BudgetReader;
import io.tracejoin.budget.Judge;
import io.tracejoin.budget.Reason;
import io.tracejoin.budget.Sample;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.store.ReportStores;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is measured for the clauses of a budget. */
class ClauseEvidenceIT {

  private static final BudgetReader READER = new BudgetReader(Set.of("model", "scenario"));

  private final ReportStore store = ReportStores.reports(ReportDatabase.dataSource());

  @Test
  void intervalsAreJudgedByEachRequestsOwnP95() {
    RunFixture.open("clause-itl", "{}")
        .matched(400, Map.of("itl_p95_ns", "(i + 1) * 100000", "streaming", "true"))
        .matched(100, Map.of());
    Judge.Case itl =
        cases(
                "clause-itl",
                "clauses: [{measure: itl, stat: p95, max_ms: 39, evidence: {min_coverage: 0.9}}]")
            .get(0);
    Sample sample = Objects.requireNonNull(itl.evidence().sample());
    assertThat(sample.n()).isEqualTo(400);
    assertThat(sample.value()).isEqualByComparingTo("38");
    assertThat(itl.evidence().coverage()).isEqualByComparingTo("0.8");
    assertThat(cases("clause-itl", "clauses: [{measure: chunk_interval, stat: p95, max_ms: 1}]"))
        .first()
        .satisfies(it -> assertThat(it.evidence().sample()).isNull());
  }

  @Test
  void aSelectionIsDoubtedForItsOwnBias() {
    RunFixture.open("clause-bias", "{}")
        .matched(400, Map.of("model", "'fair'", "client_total_ns", "100000000 + i * 1000000"))
        .matched(400, Map.of("model", "'unfair'", "client_total_ns", "100000000 + i * 1000000"))
        .clientOnly(
            50,
            "success",
            "no_spans",
            Map.of("model", "'fair'", "client_total_ns", "100000000 + i * 8000000"))
        .clientOnly(
            50,
            "success",
            "no_spans",
            Map.of("model", "'unfair'", "client_total_ns", "900000000 + i * 8000000"));
    List<Judge.Case> cases =
        cases(
            "clause-bias",
            """
            clauses:
              - {id: fair, measure: network_envelope, stat: p95, max_ms: 100, where: {model: fair}}
              - {id: unfair, measure: network_envelope, stat: p95, max_ms: 100, where: {model: unfair}}
              - {id: own, measure: client_total, stat: p95, max_ms: 10000, where: {model: unfair}}
            """);
    assertThat(cases)
        .extracting(it -> it.evidence().doubts())
        .containsExactly(Set.of(), Set.of(Reason.BIASED_JOIN), Set.of());
  }

  @Test
  void aClauseOnAScenarioIsMeasuredAsLongAsThatScenario() {
    RunFixture.open(
            "clause-window",
            "{\"scenarios\": {\"chat\": {\"window\": {\"warmup_s\": 20, \"cooldown_s\": 10}}}}")
        .matched(600, Map.of("scenario", "'chat'"))
        .matched(600, Map.of("scenario", "'embed'"));
    List<Judge.Case> cases =
        cases(
            "clause-window",
            """
            clauses:
              - {id: chat, measure: gateway, stat: p95, max_ms: 9, where: {scenario: chat}}
              - {id: goodput, measure: goodput, min: 9, slo: {total_ms: 200}, where: {scenario: chat}}
            """);
    assertThat(cases)
        .extracting(it -> it.evidence().windowS())
        .allSatisfy(it -> assertThat(it).isEqualByComparingTo("30"));
    Sample goodput = Objects.requireNonNull(cases.get(1).evidence().sample());
    assertThat(goodput.value()).isEqualByComparingTo("10");
  }

  private List<Judge.Case> cases(String run, String document) {
    Budget budget = READER.read(document);
    RunId name = new RunId(run);
    Report report = ReportTestReports.reports().current(name);
    return store
        .read(
            name,
            data ->
                new BudgetEvidence(data, report, budget)
                    .cases(Map.of(), BlockBootstrap.seededFrom(run)))
        .orElseThrow();
  }
}
