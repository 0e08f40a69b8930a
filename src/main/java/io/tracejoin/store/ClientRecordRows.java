package io.tracejoin.store;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Identity;
import io.tracejoin.decompose.Lifecycle;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TokenTimes.Kind;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.store.CopyTarget.Column;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Client records as rows, both ways. */
final class ClientRecordRows {

  /** The columns that {@link #read} expects, in its order. */
  static final String COLUMNS =
      """
      run_id, trace_id, correlated, by_request_id, parent_span_id, outcome, status, sampled, negative_part,
      sent_at_ns, planned_at_ns, total_ns, ttft_ns, ttft_kind, blocked_ns, connecting_ns, tls_ns,
      sending_ns, waiting_ns, receiving_ns, stream_end_ns, token_times, chunk_times,
      generator, lifecycle, scenario, endpoint, streaming, step, finish_reason, error_code,
      model, provider, route, region, input_tokens, output_tokens, response_bytes, position
      """;

  static final CopyTarget<Row> TARGET =
      new CopyTarget<>(
          "client_record",
          List.of(
              new Column<>("trace_id", (out, it) -> out.uuid(it.record.key())),
              new Column<>("run_id", (out, it) -> out.int4(it.run)),
              new Column<>("received_on", (out, it) -> out.date(it.day)),
              new Column<>("position", (out, it) -> out.int8(it.record.position())),
              new Column<>(
                  "parent_span_id",
                  (out, it) -> out.int8(SpanRows.value(it.record.parentSpanId()))),
              new Column<>("sent_at_ns", (out, it) -> out.int8(it.times().sentAt())),
              new Column<>("planned_at_ns", (out, it) -> out.int8(it.times().plannedAt())),
              new Column<>("total_ns", (out, it) -> out.int8(it.times().total())),
              new Column<>("ttft_ns", (out, it) -> out.int8(it.times().ttft())),
              new Column<>("blocked_ns", (out, it) -> out.int8(it.times().blocked())),
              new Column<>("connecting_ns", (out, it) -> out.int8(it.times().connecting())),
              new Column<>("tls_ns", (out, it) -> out.int8(it.times().tls())),
              new Column<>("sending_ns", (out, it) -> out.int8(it.times().sending())),
              new Column<>("waiting_ns", (out, it) -> out.int8(it.times().waiting())),
              new Column<>("receiving_ns", (out, it) -> out.int8(it.times().receiving())),
              new Column<>("stream_end_ns", (out, it) -> out.int8(it.times().streamEnd())),
              new Column<>(
                  "token_times", (out, it) -> out.bytea(bytes(it.times().content().tokens()))),
              new Column<>(
                  "chunk_times", (out, it) -> out.bytea(bytes(it.times().content().chunks()))),
              new Column<>("response_bytes", (out, it) -> out.int8(it.labels().responseBytes())),
              new Column<>("content_hash", (out, it) -> out.int8(it.hash)),
              new Column<>("status", (out, it) -> out.int4(it.record.status())),
              new Column<>("input_tokens", (out, it) -> out.int4(it.labels().inputTokens())),
              new Column<>("output_tokens", (out, it) -> out.int4(it.labels().outputTokens())),
              new Column<>("step", (out, it) -> out.int4(it.labels().step())),
              new Column<>("correlated", (out, it) -> out.bool(it.record.correlated())),
              new Column<>("by_request_id", (out, it) -> out.bool(it.record.requestKey() != null)),
              new Column<>("streaming", (out, it) -> out.bool(it.labels().streaming())),
              new Column<>("sampled", (out, it) -> out.bool(it.record.sampled())),
              new Column<>("negative_part", (out, it) -> out.bool(it.record.negativePart())),
              new Column<>("outcome", (out, it) -> out.text(it.record.outcome().code())),
              new Column<>("ttft_kind", (out, it) -> out.text(code(it.times().ttftKind()))),
              new Column<>("lifecycle", (out, it) -> out.text(code(it.labels().lifecycle()))),
              new Column<>("scenario", (out, it) -> out.text(it.labels().scenario())),
              new Column<>("generator", (out, it) -> out.text(it.labels().generator())),
              new Column<>("endpoint", (out, it) -> out.text(it.labels().endpoint())),
              new Column<>("model", (out, it) -> out.text(it.labels().model())),
              new Column<>("provider", (out, it) -> out.text(it.labels().provider())),
              new Column<>("route", (out, it) -> out.text(it.labels().route())),
              new Column<>("region", (out, it) -> out.text(it.labels().region())),
              new Column<>("finish_reason", (out, it) -> out.text(it.labels().finishReason())),
              new Column<>("error_code", (out, it) -> out.text(it.labels().errorCode()))));

  /** A record with what its row carries beside it. */
  record Row(int run, LocalDate day, ClientRecord record, long hash) {
    ClientTimes times() {
      return record.times();
    }

    ClientLabels labels() {
      return record.labels();
    }
  }

  private ClientRecordRows() {}

  /** Reads {@link #COLUMNS}. */
  static StoredRecord read(RowReader in) throws SQLException {
    int run = in.int4();
    UUID key = in.uuid();
    Identity identity = identity(in.bool(), in.bool());
    SpanId parent = SpanRows.id(in.nullableInt8());
    Outcome outcome = Outcome.parse(in.text());
    Integer status = in.nullableInt4();
    Boolean sampled = in.nullableBool();
    boolean negativePart = in.bool();
    ClientTimes times = times(in);
    ClientLabels labels = labels(in);
    return new StoredRecord(
        run,
        new ClientRecord(
            key,
            identity,
            parent,
            outcome,
            status,
            sampled,
            negativePart,
            times,
            labels,
            in.int8()));
  }

  private static Identity identity(boolean correlated, boolean byRequestId) {
    if (byRequestId) {
      return Identity.REQUEST_ID;
    }
    return correlated ? Identity.TRACE_ID : Identity.NONE;
  }

  private static ClientTimes times(RowReader in) throws SQLException {
    return new ClientTimes(
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        ttftKind(in.nullableText()),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        in.nullableInt8(),
        content(in));
  }

  private static ContentTimes content(RowReader in) throws SQLException {
    byte[] tokens = in.nullableBytes();
    byte[] chunks = in.nullableBytes();
    return tokens == null && chunks == null
        ? ContentTimes.NONE
        : new ContentTimes(times(Kind.TOKEN, tokens), times(Kind.CHUNK, chunks));
  }

  static @Nullable TokenTimes times(Kind kind, byte @Nullable [] encoded) {
    return encoded == null ? null : TokenTimes.decode(kind, encoded);
  }

  private static ClientLabels labels(RowReader in) throws SQLException {
    return new ClientLabels(
        in.nullableText(),
        lifecycle(in.nullableText()),
        in.nullableText(),
        in.nullableText(),
        in.nullableBool(),
        in.nullableInt4(),
        in.nullableText(),
        in.nullableText(),
        in.nullableText(),
        in.nullableText(),
        in.nullableText(),
        in.nullableText(),
        in.nullableInt4(),
        in.nullableInt4(),
        in.nullableInt8());
  }

  static byte @Nullable [] bytes(@Nullable TokenTimes times) {
    return times == null ? null : times.encoded();
  }

  static @Nullable String code(@Nullable TtftKind kind) {
    return kind == null ? null : kind.code();
  }

  static @Nullable String code(@Nullable Lifecycle lifecycle) {
    return lifecycle == null ? null : lifecycle.code();
  }

  private static @Nullable TtftKind ttftKind(@Nullable String code) {
    return code == null ? null : TtftKind.parse(code);
  }

  private static @Nullable Lifecycle lifecycle(@Nullable String code) {
    return code == null ? null : Lifecycle.valueOf(code.toUpperCase(Locale.ROOT));
  }
}
