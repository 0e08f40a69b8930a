package io.tracejoin.report;

import io.tracejoin.report.Report.Warning;
import java.util.ArrayList;
import java.util.List;

/** What was promised, delivered and seen, and what is wrong with it. */
record LoadEvidence(LoadReport report, List<Warning> warnings) {

  static LoadEvidence of(Delivery delivery, Observing observing, ObservedLoad observed) {
    List<Warning> warnings = new ArrayList<>();
    delivery.warning().ifPresent(warnings::add);
    warnings.addAll(observing.warnings(observed));
    List<String> flags = warnings.stream().map(Warning::code).toList();
    return new LoadEvidence(delivery.report().with(observed.with(flags)), warnings);
  }
}
