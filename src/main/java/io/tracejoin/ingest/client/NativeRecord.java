package io.tracejoin.ingest.client;

import static io.tracejoin.ingest.client.NativeField.*;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.RequestId;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TtftKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One native record: its values as read, and what they amount to. */
final class NativeRecord {

  private final Map<NativeField, @Nullable Object> values = new EnumMap<>(NativeField.class);
  private boolean likeK6;

  private NativeRecord() {}

  /**
   * Reads one object.
   *
   * @param options with the generator of records that name none
   * @param position place in the upload
   * @throws IllegalArgumentException naming the field that is wrong, and why
   */
  static ClientRecord read(JsonParser parser, UploadOptions options, long position) {
    var fields = new NativeRecord();
    fields.fill(parser);
    return fields.record(options, position);
  }

  private void fill(JsonParser parser) {
    parser.nextToken();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      NativeField field = NativeField.of(name);
      parser.nextToken();
      if (field == null) {
        likeK6 |= name.equals("metric");
        parser.skipChildren();
      } else {
        values.put(field, NativeValues.read(parser, field));
      }
    }
    requireEnd(parser);
  }

  private static void requireEnd(JsonParser parser) {
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IllegalArgumentException("not JSON: expected a field name");
    }
  }

  private ClientRecord record(UploadOptions options, long position) {
    String traceId = text(TRACE_ID);
    String requestId = text(REQUEST_ID);
    if (traceId == null && requestId == null && !values.containsKey(TRACE_ID)) {
      throw missingIdentity();
    }
    UUID key = traceId == null ? null : TraceId.parse(traceId).uuid();
    var record =
        new ClientRecord(
            key == null ? ContentKey.NONE : key,
            key != null,
            parent(),
            outcome(),
            status(),
            flag(SAMPLED),
            negativePart(),
            times(),
            labels(options.generator()),
            position);
    return key == null ? options.keyed(record, requireId(requestId)) : record;
  }

  private static @Nullable String requireId(@Nullable String requestId) {
    if (requestId != null && RequestId.of(requestId) == null) {
      throw new IllegalArgumentException("request_id: nothing but a prefix or blanks");
    }
    return requestId;
  }

  private IllegalArgumentException missingIdentity() {
    return new IllegalArgumentException(
        likeK6
            ? "a k6 point: send it with format=k6-json"
            : "trace_id: missing; give a trace_id, a request_id or an explicit null");
  }

  private @Nullable SpanId parent() {
    String parent = text(PARENT_SPAN_ID);
    return parent == null ? null : SpanId.parse(PARENT_SPAN_ID.json(), parent);
  }

  private @Nullable Integer status() {
    Long status = number(STATUS);
    if (status == null) {
      return null;
    }
    if (status != 0 && (status < 100 || status > 599)) {
      throw new IllegalArgumentException("status: " + status + " is neither 0 nor 100 to 599");
    }
    return status.intValue();
  }

  private Outcome outcome() {
    Integer status = status();
    String declared = text(OUTCOME);
    if (declared == null && status == null) {
      throw new IllegalArgumentException("outcome: missing; give an outcome or a status");
    }
    Outcome outcome = declared == null ? Outcome.ofStatus(orZero(status)) : Outcome.parse(declared);
    if (outcome == Outcome.SUCCESS) {
      requireSuccess(orZero(status));
    }
    return outcome;
  }

  private void requireSuccess(int status) {
    if (status >= 400) {
      throw new IllegalArgumentException("outcome: success contradicts status " + status);
    }
    if (total() == null) {
      throw new IllegalArgumentException("total_ms: missing, and the outcome is success");
    }
    requireTimes(TOKEN_TIMES_MS);
    requireTimes(CHUNK_TIMES_MS);
  }

  private void requireTimes(NativeField field) {
    if (values.get(field) instanceof NativeValues.Times times && times.told() == null) {
      throw new IllegalArgumentException(field.json() + ": empty, and the outcome is success");
    }
  }

  private static int orZero(@Nullable Integer status) {
    return status == null ? 0 : status;
  }

  private boolean negativePart() {
    boolean negative = isNegative(SENDING_MS) || isNegative(WAITING_MS) || isNegative(RECEIVING_MS);
    if (negative && total() == null) {
      throw new IllegalArgumentException(
          "a part of the total is negative, and total_ms is missing");
    }
    return negative;
  }

  private boolean isNegative(NativeField part) {
    Long nanos = number(part);
    return nanos != null && nanos < 0;
  }

  /** A stream is over with its regular end: where no total is told, that is it. */
  private @Nullable Long total() {
    Long told = number(TOTAL_MS);
    return told == null && !Boolean.FALSE.equals(flag(STREAMING)) ? number(STREAM_END_MS) : told;
  }

  private ClientTimes times() {
    TtftKind kind = ttftKind();
    Long ttft = ttft();
    return new ClientTimes(
        number(SENT_AT),
        number(PLANNED_AT),
        total(),
        ttft,
        ttft == null ? null : kind,
        number(BLOCKED_MS),
        number(CONNECTING_MS),
        number(TLS_MS),
        part(SENDING_MS),
        part(WAITING_MS),
        part(RECEIVING_MS),
        number(STREAM_END_MS),
        content());
  }

  /** Without being told, a token's. A kind is checked also where no time is told. */
  private TtftKind ttftKind() {
    String told = text(TTFT_KIND);
    return told == null ? TtftKind.TOKEN : TtftKind.parse(told);
  }

  /** A reported 0 means that it was not measured. */
  private @Nullable Long ttft() {
    Long told = number(TTFT_MS);
    return told == null || told == 0 ? null : told;
  }

  private ContentTimes content() {
    TokenTimes tokens = arrived(TOKEN_TIMES_MS);
    TokenTimes chunks = arrived(CHUNK_TIMES_MS);
    return tokens == null && chunks == null ? ContentTimes.NONE : new ContentTimes(tokens, chunks);
  }

  private @Nullable TokenTimes arrived(NativeField field) {
    TokenTimes told = values.get(field) instanceof NativeValues.Times times ? times.told() : null;
    Long end = number(STREAM_END_MS);
    if (told != null && end != null && end < told.last()) {
      throw new IllegalArgumentException("stream_end_ms: smaller than the last of " + field.json());
    }
    return told;
  }

  private ClientLabels labels(@Nullable String generator) {
    String own = text(GENERATOR);
    return new ClientLabels(
        own == null ? generator : own,
        null,
        text(SCENARIO),
        text(ENDPOINT),
        flag(STREAMING),
        count(STEP),
        text(FINISH_REASON),
        text(ERROR_CODE),
        text(MODEL),
        text(PROVIDER),
        text(ROUTE),
        text(REGION),
        count(INPUT_TOKENS),
        count(OUTPUT_TOKENS),
        number(RESPONSE_BYTES));
  }

  private @Nullable Long part(NativeField field) {
    return isNegative(field) ? null : number(field);
  }

  private @Nullable String text(NativeField field) {
    return (String) values.get(field);
  }

  private @Nullable Boolean flag(NativeField field) {
    return (Boolean) values.get(field);
  }

  private @Nullable Long number(NativeField field) {
    return (Long) values.get(field);
  }

  private @Nullable Integer count(NativeField field) {
    Long value = number(field);
    return value == null ? null : value.intValue();
  }
}
