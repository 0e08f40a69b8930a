package io.tracejoin.report;

import io.tracejoin.decompose.Anomaly.Code;
import io.tracejoin.report.Report.Warning;
import io.tracejoin.statistics.DesignEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a reader must know before he believes the figures; what spoils most comes first. */
final class Warnings {

  private static final int MOST_LISTED = 5;
  private static final double BROKEN = 0.05;
  private static final double LOW = 0.98;
  private static final long REACH_NANOS = 15 * 60 * 1_000_000_000L;

  private final Evidence evidence;
  private final Populations populations;
  private final List<Warning> warnings = new ArrayList<>();

  private Warnings(Evidence evidence) {
    this.evidence = evidence;
    this.populations = evidence.populations();
  }

  static List<Warning> of(Evidence evidence) {
    Warnings warnings = new Warnings(evidence);
    warnings.window();
    warnings.load();
    warnings.coverage();
    warnings.bias();
    warnings.roots();
    warnings.queueUnknown();
    warnings.collisions();
    warnings.censoredTail();
    warnings.lowN();
    warnings.mix();
    warnings.mappings();
    warnings.sampling();
    warnings.generatorSampling();
    return List.copyOf(warnings.warnings);
  }

  private void window() {
    if (populations.cohortSize() == 0) {
      add(
          "empty_window",
          "no client record was sent in the window: warm-up and cool-down leave nothing, or nothing"
              + " has arrived yet");
    }
    long unsent = populations.noSendTime();
    if (unsent > 0) {
      add(
          "no_send_time",
          unsent
              + (evidence.cohort().countsUnsent()
                  ? " records without sent_at count although nobody knows when they were sent"
                  : " records without sent_at are left out: the run declares warm-up or cool-down"));
    }
    if (DesignEffect.shortBlocks(evidence.p95OfTotal(), evidence.cohort().longest())) {
      add(
          "short_blocks",
          "the window is too short for blocks of twice the p95 of client_total: confidence"
              + " intervals may be too narrow");
    }
  }

  private void load() {
    warnings.addAll(evidence.load().warnings());
    SummaryWarnings.otherRun(evidence.k6(), evidence.sends().size()).ifPresent(warnings::add);
  }

  private void coverage() {
    long expected = populations.expected();
    if (expected == 0) {
      return;
    }
    double coverage = (double) populations.matched() / expected;
    if (populations.uncorrelated() > 0) {
      add(
          "uncorrelated",
          populations.uncorrelated()
              + " of "
              + expected
              + " records carry no trace ID: use the k6 module /k6/tracejoin.js, then check one"
              + " request with GET /api/v1/traces/{trace_id}/preflight");
    }
    if (coverage < BROKEN && populations.uncorrelated() < expected && serverSideIsPresent()) {
      add(
          "broken_propagation",
          "records and traces are both here but do not meet: the trace context is not propagated."
              + " See GET /api/v1/traces/{trace_id}/preflight for one request of the run");
    } else if (coverage < LOW) {
      add(
          "low_coverage",
          String.format(
              Locale.ROOT,
              "%.1f %% of the records have a usable trace: phases speak for these alone",
              100 * coverage));
    }
  }

  private void bias() {
    Bias bias = evidence.bias();
    if (bias.biased()) {
      add(
          "biased_join",
          "the matched successes are another population than the "
              + bias.unmatched().n()
              + " without a usable trace (at "
              + String.join(", ", bias.biasedAt())
              + " of client_total): phases do not speak for all");
    }
  }

  private boolean serverSideIsPresent() {
    RunData.ServerSide server = evidence.server();
    if (server.unmatched() + server.interrupted() > 0) {
      return true;
    }
    return evidence.sends().stream()
        .anyMatch(
            it ->
                evidence
                        .data()
                        .serverOnlyBetween(
                            it.firstSend() - REACH_NANOS, it.lastSend() + REACH_NANOS)
                    > 0);
  }

  private void roots() {
    Map<String, Long> services = evidence.data().rootServices();
    if (evidence.declared().services().isEmpty() && services.size() > 1) {
      add(
          "mixed_roots",
          "roots come from several services ("
              + services.entrySet().stream()
                  .map(it -> it.getKey() + " " + it.getValue())
                  .collect(Collectors.joining(", "))
              + "): declare the run's services; a lost outer span makes an inner one the root");
    }
    long notServer = evidence.anomalies().getOrDefault(Code.ROOT_NOT_SERVER.code(), 0L);
    if (notServer > 0) {
      add("root_not_server", notServer + " roots are not of kind SERVER");
    }
  }

  private void queueUnknown() {
    long requests = evidence.data().queueUnknown();
    if (requests > 0) {
      add(
          "queue_unknown",
          "queue unknown: provider.request. The provider hides its queue in "
              + requests
              + " matched requests: their gpu_queue is null, never 0");
    }
  }

  private void collisions() {
    long twice = evidence.anomalies().getOrDefault(Code.DUPLICATE_CLIENT_RECORD.code(), 0L);
    if (twice > 0) {
      add(
          "collisions",
          twice
              + " records tell the same identity twice with different facts: the generator repeats"
              + " its trace IDs");
    }
    long reused = evidence.anomalies().getOrDefault(Code.TRACE_ID_REUSED.code(), 0L);
    if (reused > 0) {
      add("trace_id_reused", reused + " records claim a trace that an earlier run already has");
    }
  }

  private void censoredTail() {
    if (evidence.figures().stream().anyMatch(it -> it.flags().contains("censored_tail"))) {
      add(
          "censored_tail",
          String.format(
              Locale.ROOT,
              "%.2f %% of the attempts were cut off (timeout, disconnected, cancelled, interrupted):"
                  + " quantiles above the rest are those of the successes and too good",
              100 * populations.censored(evidence.server().interrupted()).doubleValue()));
    }
  }

  private void lowN() {
    Set<String> quantiles = new TreeSet<>();
    evidence.figures().forEach(it -> quantiles.addAll(it.lowN()));
    if (!quantiles.isEmpty()) {
      add(
          "low_n",
          String.join(", ", quantiles)
              + " of some measures rest on too few independent requests for a confidence interval");
    }
  }

  private void mix() {
    evidence
        .mix()
        .forEach(
            (dimension, requests) -> {
              if (requests.size() > 1) {
                add("mixed_population", mixed(dimension.code(), requests));
              }
            });
  }

  private static String mixed(String dimension, Map<String, Long> requests) {
    String most =
        requests.entrySet().stream()
            .limit(MOST_LISTED)
            .map(it -> it.getKey() + " " + it.getValue())
            .collect(Collectors.joining(", "));
    return "figures are of "
        + requests.size()
        + " values of "
        + dimension
        + " together ("
        + most
        + (requests.size() > MOST_LISTED ? ", …" : "")
        + "): ask for ?slice="
        + dimension
        + ", or for one of them";
  }

  private void mappings() {
    List<MappingUse> mappings = evidence.data().mappings();
    if (mappings.size() > 1) {
      add(
          "several_mappings",
          "rows were joined with several mapping versions ("
              + mappings.stream()
                  .map(it -> it.mapping().name() + " v" + it.mapping().version() + ": " + it.rows())
                  .collect(Collectors.joining(", "))
              + "): phases are not comparable until the run is joined again");
    }
  }

  private void sampling() {
    if (evidence.declared().sampling().undeclared()) {
      add(
          "undeclared_sampling",
          "declare sampling.policy and sampling.ratio: nobody can tell a lost trace from one that"
              + " was not sampled");
    }
  }

  private void generatorSampling() {
    Set<String> generators = evidence.declared().generatorServices();
    if (!generators.isEmpty()) {
      add(
          "generator_sampling",
          "spans of "
              + String.join(", ", generators)
              + " are the client records: a request that the generator's own sampler left out is in"
              + " no figure and in no denominator; let it sample all"
              + " (OTEL_TRACES_SAMPLER=always_on)");
    }
  }

  private void add(String code, String message) {
    warnings.add(new Warning(code, message));
  }
}
