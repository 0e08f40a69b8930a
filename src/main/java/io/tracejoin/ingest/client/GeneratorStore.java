package io.tracejoin.ingest.client;

import io.tracejoin.decompose.Span;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What is stored for load generators that export spans. */
public interface GeneratorStore {

  /**
   * Runs that declare generators' services, as committed now.
   *
   * @param withPrefix also those that declare nothing but a prefix of their trace IDs
   */
  List<GeneratorRun> runs(boolean withPrefix);

  /**
   * Hands out the stored CLIENT spans of these services that are no record of any run yet, in
   * batches.
   */
  void unrecorded(Set<String> services, Consumer<List<Span>> taker);
}
