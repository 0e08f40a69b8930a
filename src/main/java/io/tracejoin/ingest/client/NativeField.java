package io.tracejoin.ingest.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of a native record. */
enum NativeField {
  TRACE_ID(Form.TEXT),
  REQUEST_ID(Form.TEXT),
  PARENT_SPAN_ID(Form.TEXT),
  OUTCOME(Form.TEXT),
  STATUS(Form.WHOLE),
  SENT_AT(Form.STAMP),
  PLANNED_AT(Form.STAMP),
  TOTAL_MS(Form.DURATION),
  TTFT_MS(Form.DURATION),
  TTFT_KIND(Form.TEXT),
  BLOCKED_MS(Form.DURATION),
  CONNECTING_MS(Form.DURATION),
  TLS_MS(Form.DURATION),
  SENDING_MS(Form.PART),
  WAITING_MS(Form.PART),
  RECEIVING_MS(Form.PART),
  SCENARIO(Form.TEXT),
  MODEL(Form.TEXT),
  PROVIDER(Form.TEXT),
  ROUTE(Form.TEXT),
  REGION(Form.TEXT),
  ENDPOINT(Form.TEXT),
  STREAMING(Form.FLAG),
  INPUT_TOKENS(Form.COUNT),
  OUTPUT_TOKENS(Form.COUNT),
  TOKEN_TIMES_MS(Form.TIMES),
  CHUNK_TIMES_MS(Form.TIMES),
  STREAM_END_MS(Form.DURATION),
  FINISH_REASON(Form.TEXT),
  ERROR_CODE(Form.CODE),
  RESPONSE_BYTES(Form.BYTES),
  STEP(Form.COUNT),
  GENERATOR(Form.TEXT),
  SAMPLED(Form.FLAG);

  /** How a field is written. */
  enum Form {
    TEXT,
    /** A text or a number, kept as text. */
    CODE,
    /** A whole number. */
    WHOLE,
    /** A whole number from 0 that fits into an int. */
    COUNT,
    /** A whole number from 0. */
    BYTES,
    FLAG,
    STAMP,
    /** Milliseconds from 0. */
    DURATION,
    /** Milliseconds of a part of the total: below 0 it is set aside. */
    PART,
    /** Milliseconds from 0, none smaller than the one before. */
    TIMES
  }

  private static final Map<String, NativeField> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(NativeField::json, Function.identity()));

  private final Form form;
  private final String json;

  NativeField(Form form) {
    this.form = form;
    this.json = name().toLowerCase(Locale.ROOT);
  }

  /** The field of this name, or null if there is none. */
  static @Nullable NativeField of(String json) {
    return BY_NAME.get(json);
  }

  Form form() {
    return form;
  }

  /** The name in JSON. */
  String json() {
    return json;
  }
}
