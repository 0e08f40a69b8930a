package io.tracejoin.store;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Dimension;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.State;
import io.tracejoin.store.CopyTarget.Column;
import io.tracejoin.store.JoinHorizon.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Joined requests as rows of {@code joined_request}. */
final class JoinedRows {

  /**
   * One row.
   *
   * @param ordinal place among the rows of its trace
   * @param sourceRows spans and records that the trace's rows were made from
   * @param seen what the join of the trace saw
   * @param measures in nanoseconds; what is not known is absent
   */
  record Row(
      UUID traceId,
      int ordinal,
      int sourceRows,
      Seen seen,
      JoinedRequest request,
      Map<Measure, Long> measures) {

    static Row of(UUID traceId, int ordinal, int sourceRows, Seen seen, JoinedRequest request) {
      return new Row(traceId, ordinal, sourceRows, seen, request, request.measures());
    }

    @Nullable Integer runId() {
      return request.run() == null ? null : request.run().id();
    }

    /** Whether the row stands under a trace ID. */
    private boolean isOfTrace() {
      ClientRecord client = request.client();
      if (client == null) {
        return request.state() != State.RESOLVED;
      }
      return client.correlated() && !traceId.equals(client.requestKey());
    }

    /** The run that the root's resource names. */
    @Nullable String resourceRunId() {
      return root(root -> root.resource().runId());
    }

    private @Nullable ClientRecord client() {
      return request.client();
    }

    private ClientLabels labels() {
      ClientRecord client = request.client();
      return client == null ? ClientLabels.NONE : client.labels();
    }

    private @Nullable String dimension(Dimension dimension) {
      return request.dimensions().get(dimension);
    }

    private <T> @Nullable T root(Function<Span, @Nullable T> property) {
      Span root = request.root();
      return root == null ? null : property.apply(root);
    }

    private <T> @Nullable T client(Function<ClientRecord, @Nullable T> property) {
      ClientRecord client = request.client();
      return client == null ? null : property.apply(client);
    }

    private <T> @Nullable T breakdown(Function<Breakdown, @Nullable T> property) {
      Breakdown breakdown = request.breakdown();
      return breakdown == null ? null : property.apply(breakdown);
    }

    private List<String> anomalies() {
      return request.anomalies().stream()
          .map(Anomaly::code)
          .map(Anomaly.Code::code)
          .distinct()
          .toList();
    }
  }

  private JoinedRows() {}

  /** The rows of {@code joined_request}, copied into a table of the same shape. */
  static CopyTarget<Row> target(String table) {
    List<Column<Row>> columns = new ArrayList<>();
    columns.addAll(identity());
    columns.addAll(client());
    columns.addAll(dimensions());
    columns.addAll(server());
    for (Measure measure : Measure.values()) {
      columns.add(new Column<>(measure.column(), (out, it) -> out.int8(it.measures.get(measure))));
    }
    return new CopyTarget<>(table, columns);
  }

  private static List<Column<Row>> identity() {
    return List.of(
        new Column<>("trace_id", (out, it) -> out.uuid(it.traceId)),
        new Column<>("ordinal", (out, it) -> out.int4(it.ordinal)),
        new Column<>("source_rows", (out, it) -> out.int4(it.sourceRows)),
        new Column<>("seen_in", (out, it) -> out.int4(it.seen.in())),
        new Column<>("seen_before", (out, it) -> out.int8(it.seen.before())),
        new Column<>("run_id", (out, it) -> out.int4(it.runId())),
        new Column<>("state", (out, it) -> out.text(it.request.state().code())),
        new Column<>("reason", (out, it) -> out.text(reason(it.request))),
        new Column<>("anomalies", (out, it) -> out.textArray(it.anomalies())),
        new Column<>("out_of_reach", (out, it) -> out.bool(it.request.outOfReach())),
        new Column<>("correlated", (out, it) -> out.bool(it.isOfTrace())),
        new Column<>("mapping_id", (out, it) -> out.int4(it.request.mapping().id())));
  }

  private static List<Column<Row>> client() {
    return List.of(
        new Column<>("outcome", (out, it) -> out.text(it.client(c -> c.outcome().code()))),
        new Column<>("status", (out, it) -> out.int4(it.client(ClientRecord::status))),
        new Column<>("hops", (out, it) -> out.int2(it.client() == null ? null : it.request.hops())),
        new Column<>(
            "lifecycle", (out, it) -> out.text(ClientRecordRows.code(it.labels().lifecycle()))),
        new Column<>("sent_at_ns", (out, it) -> out.int8(it.client(c -> c.times().sentAt()))),
        new Column<>("planned_at_ns", (out, it) -> out.int8(it.client(c -> c.times().plannedAt()))),
        new Column<>("generator", (out, it) -> out.text(it.labels().generator())),
        new Column<>("scenario", (out, it) -> out.text(it.labels().scenario())),
        new Column<>("endpoint", (out, it) -> out.text(it.labels().endpoint())),
        new Column<>("streaming", (out, it) -> out.bool(it.labels().streaming())),
        new Column<>("step", (out, it) -> out.int4(it.labels().step())),
        new Column<>("finish_reason", (out, it) -> out.text(it.labels().finishReason())),
        new Column<>("error_code", (out, it) -> out.text(it.labels().errorCode())),
        new Column<>("input_tokens", (out, it) -> out.int4(it.labels().inputTokens())),
        new Column<>("output_tokens", (out, it) -> out.int4(it.labels().outputTokens())),
        new Column<>("response_bytes", (out, it) -> out.int8(it.labels().responseBytes())),
        new Column<>(
            "token_times",
            (out, it) -> out.bytea(ClientRecordRows.bytes(it.request.content().tokens()))),
        new Column<>(
            "chunk_times",
            (out, it) -> out.bytea(ClientRecordRows.bytes(it.request.content().chunks()))));
  }

  private static List<Column<Row>> dimensions() {
    List<Column<Row>> columns = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      columns.add(new Column<>(dimension.code(), (out, it) -> out.text(it.dimension(dimension))));
    }
    columns.add(new Column<>("requested_model", (out, it) -> out.text(it.labels().model())));
    columns.add(new Column<>("requested_provider", (out, it) -> out.text(it.labels().provider())));
    columns.add(new Column<>("requested_route", (out, it) -> out.text(it.labels().route())));
    columns.add(new Column<>("requested_region", (out, it) -> out.text(it.labels().region())));
    return columns;
  }

  private static List<Column<Row>> server() {
    return List.of(
        new Column<>("root_service", (out, it) -> out.text(it.root(r -> r.resource().service()))),
        new Column<>("root_start_ns", (out, it) -> out.int8(it.root(Span::startNanos))),
        new Column<>("root_end_ns", (out, it) -> out.int8(it.root(Span::endNanos))),
        new Column<>("resource_run_id", (out, it) -> out.text(it.resourceRunId())),
        new Column<>(
            "server_input_tokens",
            (out, it) -> out.int4(it.breakdown(b -> b.serverTokens().input()))),
        new Column<>(
            "server_output_tokens",
            (out, it) -> out.int4(it.breakdown(b -> b.serverTokens().output()))),
        new Column<>(
            "server_cached_tokens",
            (out, it) -> out.int4(it.breakdown(b -> b.serverTokens().cached()))),
        new Column<>("attempts", (out, it) -> out.int2(it.breakdown(Breakdown::attempts))),
        new Column<>(
            "client_ttft_kind",
            (out, it) -> out.text(ClientRecordRows.code(it.request.clientTtftKind()))),
        new Column<>(
            "server_ttft_kind",
            (out, it) -> out.text(ClientRecordRows.code(it.breakdown(Breakdown::serverTtftKind)))));
  }

  private static @Nullable String reason(JoinedRequest request) {
    return request.reason() == null ? null : request.reason().code();
  }
}
