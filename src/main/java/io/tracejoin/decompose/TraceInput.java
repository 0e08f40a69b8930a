package io.tracejoin.decompose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All that is stored of one trace.
 *
 * @param key the trace ID's bytes, or the digest of an uncorrelated record
 * @param spans as stored, repeats included, in any order
 * @param records as stored, repeats included, in any order
 * @param runs the runs of the records, by number
 * @param current the mapping for traces without a record
 */
public record TraceInput(
    UUID key,
    List<Span> spans,
    List<StoredRecord> records,
    Map<Integer, RunFrame> runs,
    Mapping current) {

  /** A client record and the number of its run. */
  public record StoredRecord(int run, ClientRecord record) {}

  /** Copies the collections. */
  public TraceInput {
    spans = List.copyOf(spans);
    records = List.copyOf(records);
    runs = Map.copyOf(runs);
  }

  /** The same trace under another mapping, whatever its runs keep. */
  public TraceInput with(Mapping mapping) {
    Map<Integer, RunFrame> mapped = new HashMap<>();
    runs.forEach((number, run) -> mapped.put(number, run.with(mapping)));
    return new TraceInput(key, spans, records, mapped, mapping);
  }
}
