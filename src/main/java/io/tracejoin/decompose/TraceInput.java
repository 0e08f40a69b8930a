package io.tracejoin.decompose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All that is stored of one trace.
 *
 * @param key the trace ID's bytes, the key of a request ID, or the digest of an uncorrelated record
 * @param spans as stored, repeats included, in any order
 * @param records as stored, repeats included, in any order; with those that carry a request ID
 *     which a span of this trace holds, whether or not they belong here
 * @param runs the runs of the records, by number
 * @param current the mapping for traces without a record
 * @param requestIdSpans spans of any trace that hold the request IDs of the records, up to one more
 *     than {@link RequestIdSpan#MOST} of each
 */
public record TraceInput(
    UUID key,
    List<Span> spans,
    List<StoredRecord> records,
    Map<Integer, RunFrame> runs,
    Mapping current,
    List<RequestIdSpan> requestIdSpans) {

  /** A client record and the number of its run. */
  public record StoredRecord(int run, ClientRecord record) {}

  /** Copies the collections. */
  public TraceInput {
    spans = List.copyOf(spans);
    records = List.copyOf(records);
    runs = Map.copyOf(runs);
    requestIdSpans = List.copyOf(requestIdSpans);
  }

  /** A trace of which no record carries a request ID. */
  public TraceInput(
      UUID key,
      List<Span> spans,
      List<StoredRecord> records,
      Map<Integer, RunFrame> runs,
      Mapping current) {
    this(key, spans, records, runs, current, List.of());
  }

  /** The same trace under another mapping, whatever its runs keep. */
  public TraceInput with(Mapping mapping) {
    Map<Integer, RunFrame> mapped = new HashMap<>();
    runs.forEach((number, run) -> mapped.put(number, run.with(mapping)));
    return new TraceInput(key, spans, records, mapped, mapping, requestIdSpans);
  }
}
