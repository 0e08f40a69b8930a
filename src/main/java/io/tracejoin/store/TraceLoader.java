package io.tracejoin.store;

import io.tracejoin.decompose.RequestIdSpan;
import io.tracejoin.decompose.RunFrame;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.run.MappingCatalog;
import io.tracejoin.store.RequestIdRows.Touched;
import io.tracejoin.store.RunFrames.Versioned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Loads all that is stored of some traces: one statement for spans, records and runs each. */
@Component
final class TraceLoader {

  private static final String RECORDS =
      "SELECT %s FROM client_record WHERE trace_id = ANY (?) LIMIT ?"
          .formatted(ClientRecordRows.COLUMNS);
  private static final String RECORDS_OF_LARGE_TRACES =
      """
      SELECT of_one.*
        FROM unnest(?) AS wanted (id)
             CROSS JOIN LATERAL (SELECT %s FROM client_record WHERE trace_id = wanted.id LIMIT ?)
             AS of_one
      """
          .formatted(ClientRecordRows.COLUMNS);

  /**
   * What was loaded.
   *
   * @param traces those of which anything is stored
   * @param runs the runs of their records
   */
  record Loaded(List<TraceInput> traces, Map<Integer, Versioned> runs) {}

  private final JdbcTemplate jdbc;
  private final SpanRows spanRows;
  private final RequestIdRows requestIds;
  private final RunFrames runFrames;
  private final MappingCatalog mappings;
  private final TraceLimits limits;

  TraceLoader(
      JdbcTemplate jdbc,
      SpanRows spanRows,
      RequestIdRows requestIds,
      RunFrames runFrames,
      MappingCatalog mappings,
      TraceLimits limits) {
    this.jdbc = jdbc;
    this.spanRows = spanRows;
    this.requestIds = requestIds;
    this.runFrames = runFrames;
    this.mappings = mappings;
    this.limits = limits;
  }

  /** Loads these traces. Records of a run that was erased are left out. */
  Loaded load(Collection<UUID> keys) {
    return load(keys, requestIds.holders(keys));
  }

  /** Loads all these. */
  Loaded load(Touched touched) {
    return load(touched.keys(), touched.holders());
  }

  private Loaded load(Collection<UUID> keys, List<RequestIdSpan> holders) {
    Map<UUID, List<Span>> spans = spanRows.find(keys, limits.readSpans());
    spans.replaceAll(limits::spans);
    Held held = Held.of(holders);
    List<StoredRecord> records = records(held.withRequestKeys(keys));
    Set<Integer> runIds = new HashSet<>();
    records.forEach(record -> runIds.add(record.run()));
    Map<Integer, Versioned> runs = runFrames.find(runIds);
    Map<UUID, List<StoredRecord>> byKey = new HashMap<>();
    for (StoredRecord record : records) {
      if (runs.containsKey(record.run())) {
        byKey.computeIfAbsent(record.record().key(), key -> new ArrayList<>(2)).add(record);
      }
    }
    byKey.replaceAll(limits::records);
    List<TraceInput> traces = new ArrayList<>(keys.size());
    for (UUID key : keys) {
      if (spans.containsKey(key) || byKey.containsKey(key)) {
        traces.add(input(key, spans.getOrDefault(key, List.of()), held.of(key, byKey), runs));
      }
    }
    return new Loaded(traces, runs);
  }

  /** What decides on one trace beside its spans. */
  private record Claims(List<StoredRecord> records, List<RequestIdSpan> requestIdSpans) {}

  /**
   * Which traces hold request IDs.
   *
   * @param byKey by the IDs' keys
   * @param ofTrace the keys that each trace holds
   */
  private record Held(Map<UUID, List<RequestIdSpan>> byKey, Map<UUID, Set<UUID>> ofTrace) {

    static Held of(List<RequestIdSpan> spans) {
      Held held = new Held(new HashMap<>(), new HashMap<>());
      for (RequestIdSpan it : spans) {
        held.byKey.computeIfAbsent(it.requestKey(), key -> new ArrayList<>(2)).add(it);
        held.ofTrace
            .computeIfAbsent(it.traceId(), key -> new LinkedHashSet<>())
            .add(it.requestKey());
      }
      return held;
    }

    Set<UUID> withRequestKeys(Collection<UUID> keys) {
      Set<UUID> all = new LinkedHashSet<>(keys);
      all.addAll(byKey.keySet());
      return all;
    }

    /** The records under a key and those under the request IDs that it holds. */
    Claims of(UUID key, Map<UUID, List<StoredRecord>> records) {
      Claims claims = new Claims(new ArrayList<>(2), new ArrayList<>(0));
      claims.records.addAll(records.getOrDefault(key, List.of()));
      claims.requestIdSpans.addAll(byKey.getOrDefault(key, List.of()));
      for (UUID requestKey : ofTrace.getOrDefault(key, Set.of())) {
        claims.records.addAll(records.getOrDefault(requestKey, List.of()));
        claims.requestIdSpans.addAll(byKey.getOrDefault(requestKey, List.of()));
      }
      return claims;
    }
  }

  private TraceInput input(
      UUID key, List<Span> spans, Claims claims, Map<Integer, Versioned> runs) {
    Map<Integer, RunFrame> frames = new HashMap<>();
    for (StoredRecord record : claims.records) {
      Versioned run = runs.get(record.run());
      if (run != null) {
        frames.put(record.run(), run.frame());
      }
    }
    return new TraceInput(
        key, spans, claims.records, frames, mappings.current(), claims.requestIdSpans);
  }

  private List<StoredRecord> records(Collection<UUID> keys) {
    int most = limits.readRecords();
    List<StoredRecord> read = records(RECORDS, keys, most + 1);
    return read.size() > most && keys.size() > 1
        ? records(RECORDS_OF_LARGE_TRACES, keys, most)
        : read;
  }

  private List<StoredRecord> records(String query, Collection<UUID> keys, int most) {
    return RowReader.query(
        jdbc, query, SqlArray.uuidsAndNumber(keys, most), ClientRecordRows::read);
  }
}
