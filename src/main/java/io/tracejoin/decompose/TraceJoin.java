package io.tracejoin.decompose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins all that is stored of one trace: each client record with its server root, and the root's
 * time with the phases. Pure: the same rows in any order, repeated or not, give the same result. It
 * may be used by many threads, and throws at no data, however hostile.
 *
 * <p>Why a record is not matched is the first of these that holds: {@code uncorrelated}, {@code
 * never_sent}, {@code collision} or {@code several_per_trace} of its identity, {@code
 * ambiguous_request_id}, {@code not_sampled}, {@code no_spans}, {@code several_per_trace} or {@code
 * root_missing} beside other records, {@code redirect_chain}, {@code collision} or {@code
 * retried_upstream} of several roots, {@code collision} of two runs, {@code negative_envelope},
 * {@code root_ends_early}.
 */
public final class TraceJoin {

  private final long tolerance;
  private final long reach;
  private final Map<Integer, PhaseMapping> compiled = new ConcurrentHashMap<>();

  /**
   * @param tolerance allowance for coarse clocks (semantics 1), 2 ms by default
   * @param reach how far from a run's sends a root may start (semantics 2), 15 minutes by default
   */
  public TraceJoin(Duration tolerance, Duration reach) {
    this.tolerance = tolerance.toNanos();
    this.reach = reach.toNanos();
  }

  /** Allowance for coarse clocks. */
  public Duration tolerance() {
    return Duration.ofNanos(tolerance);
  }

  /**
   * One row a client record, ordered so that the same rows in any order give the same list; one
   * {@code server_only} row for a trace without a record. Nothing stored gives no row, nor does the
   * key of a request ID whose records all belong to the traces that hold it.
   */
  public List<JoinedRequest> join(TraceInput input) {
    TraceSpans spans = new TraceSpans(input, this::compiled);
    RequestIds requestIds = RequestIds.of(input, reach);
    Map<Integer, List<ClientRecord>> byRun = byRun(input, requestIds);
    if (!byRun.isEmpty()) {
      return withRecords(runs(input, byRun, spans, requestIds));
    }
    return input.spans().isEmpty() ? List.of() : List.of(serverOnly(input, spans));
  }

  /**
   * The stored spans, repeats dropped, as trees with the phase that the mapping of the trace's
   * first run gives each. The trees are as deep as the trace is: walk them without recursion.
   */
  public List<SpanNode> tree(TraceInput input) {
    TraceSpans spans = new TraceSpans(input, this::compiled);
    RunFrame first = new TreeMap<>(input.runs()).values().stream().findFirst().orElse(null);
    Forest forest = spans.forest(Set.of());
    return SpanTree.of(forest, spans.roles(forest, first));
  }

  /** What the mapping that {@link #tree} uses makes of each stored span, parents first. */
  public List<MappedSpan> mapped(TraceInput input) {
    TraceSpans spans = new TraceSpans(input, this::compiled);
    RunFrame first = new TreeMap<>(input.runs()).values().stream().findFirst().orElse(null);
    Forest forest = spans.forest(Set.of());
    return SpanTree.mapped(forest, spans.roles(forest, first));
  }

  private List<JoinedRequest> withRecords(List<RunTrace> runs) {
    Set<SpanId> parents = new HashSet<>();
    runs.forEach(it -> parents.addAll(RunPicks.claimed(it.sent(), it.candidates())));
    Claims claims = new Claims();
    List<List<Pick>> picks = new ArrayList<>(runs.size());
    for (RunTrace run : runs) {
      List<Pick> ofRun = new RunPicks(run, parents).all();
      ofRun.forEach(it -> claims.add(run.number(), it));
      picks.add(ofRun);
    }
    List<JoinedRequest> rows = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      rows.addAll(rows(runs.get(i), picks.get(i), claims, parents));
    }
    return rows;
  }

  private List<JoinedRequest> rows(
      RunTrace run, List<Pick> picks, Claims claims, Set<SpanId> parents) {
    int orphans = Orphans.count(run.forest(), run.roles(), parents);
    RunRows rows = new RunRows(run, claims, orphans, tolerance);
    picks.forEach(rows::add);
    rows.addNeverSent();
    rows.addUncorrelated();
    return rows.rows();
  }

  private static Map<Integer, List<ClientRecord>> byRun(TraceInput input, RequestIds requestIds) {
    Map<Integer, List<ClientRecord>> byRun = new TreeMap<>();
    for (TraceInput.StoredRecord it : input.records()) {
      if (requestIds.belongsHere(it.record(), input.runs().get(it.run()))) {
        byRun.computeIfAbsent(it.run(), run -> new ArrayList<>(1)).add(it.record());
      }
    }
    return byRun;
  }

  private List<RunTrace> runs(
      TraceInput input,
      Map<Integer, List<ClientRecord>> byRun,
      TraceSpans spans,
      RequestIds requestIds) {
    List<RunTrace> runs = new ArrayList<>(byRun.size());
    byRun.forEach(
        (run, records) -> runs.add(RunTrace.of(input.runs().get(run), records, spans, requestIds)));
    return runs;
  }

  /** Chosen as for a record without a parent, in a run that declares nothing. */
  private JoinedRequest serverOnly(TraceInput input, TraceSpans spans) {
    Forest forest = spans.forest(Set.of());
    Roles roles = spans.roles(forest, null);
    Candidates candidates = new Candidates(forest, Set.of(), Reach.UNBOUNDED);
    RootChoice choice = RootChoice.among(candidates.any().nodes(), roles);
    Findings findings = new Findings();
    choice.note(findings);
    Node root = choice.root();
    ServerSide server = root == null ? null : ServerSide.of(choice, root, roles, tolerance);
    if (server != null) {
      findings.addAll(server.anomalies());
      findings.ofOrphans(Orphans.count(forest, roles, Set.of()));
    }
    return serverOnly(input.current(), server, findings);
  }

  private static JoinedRequest serverOnly(
      Mapping mapping, @Nullable ServerSide server, Findings findings) {
    return new JoinedRequest(
        null,
        State.SERVER_ONLY,
        null,
        null,
        0,
        server == null ? null : server.root(),
        server == null ? null : PairFigures.ofServer(server),
        findings.all(),
        server == null ? Map.of() : server.dimensions(),
        false,
        mapping);
  }

  /** Versions are few and keep their number; a mapping that differs replaces the one before. */
  private PhaseMapping compiled(Mapping mapping) {
    PhaseMapping known = compiled.get(mapping.id());
    if (known != null && (known.mapping() == mapping || known.mapping().equals(mapping))) {
      return known;
    }
    PhaseMapping fresh = new PhaseMapping(mapping);
    compiled.put(mapping.id(), fresh);
    return fresh;
  }
}
