package io.tracejoin.report;

import java.time.Instant;
import java.util.List;

/**
 * A stored report of a finished run.
 *
 * @param revision from 1
 * @param changeSeq the run's change number that it was made from
 * @param declaration the JSON of the declaration that it was made under
 * @param json the report
 * @param histograms what is kept of its token intervals; not read back with the report
 */
public record StoredReport(
    int revision,
    long changeSeq,
    Instant computedAt,
    String declaration,
    String json,
    List<StoredHistogram> histograms) {

  /** Copies the list. */
  public StoredReport {
    histograms = List.copyOf(histograms);
  }

  /** Without histograms. */
  public StoredReport(
      int revision, long changeSeq, Instant computedAt, String declaration, String json) {
    this(revision, changeSeq, computedAt, declaration, json, List.of());
  }
}
