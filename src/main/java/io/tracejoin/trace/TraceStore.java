package io.tracejoin.trace;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import java.util.Optional;

/** What is stored of one trace. */
public interface TraceStore {

  /** The trace's spans and client records as stored; empty if there is neither. */
  Optional<TraceInput> find(TraceId id);

  /** How fresh the data is, for whoever looks for a trace that is not there. */
  Freshness freshness();
}
