package io.tracejoin.report;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The joined client records of a run, one by one. */
public interface RequestStore {

  /**
   * The number of the run with this name.
   *
   * @throws PairsRemovedException if its requests are removed
   */
  OptionalInt run(RunId runId);

  /** How many records the question selects. */
  long count(int run, RequestQuestion question);

  /** A page of them. Equal values are ordered by trace ID, so that pages do not overlap. */
  List<RequestRow> page(int run, RequestQuestion question, int limit, long offset);

  /** All of them, one at a time, in constant memory. An exception of the consumer ends it. */
  void stream(int run, RequestQuestion question, Consumer<RequestRow> consumer);

  /** Records by kind of anomaly, the most frequent first. */
  Map<String, Long> anomalies(int run);

  /** Trace IDs with an anomaly, as 32 hex digits, in ascending order. */
  List<String> examples(int run, Anomaly.Code code, int limit, long offset);
}
