package io.tracejoin.ingest.otlp;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonFactory;

/** Answers in protobuf's JSON form. */
final class OtlpJsonAnswers {

  private static final JsonFactory JSON = new JsonFactory();

  private OtlpJsonAnswers() {}

  static byte[] write(ExportTraceServiceResponse answer) {
    return object(
        json -> {
          if (answer.hasPartialSuccess()) {
            ExportTracePartialSuccess partial = answer.getPartialSuccess();
            json.writeObjectPropertyStart("partialSuccess");
            json.writeStringProperty("rejectedSpans", Long.toString(partial.getRejectedSpans()));
            json.writeStringProperty("errorMessage", partial.getErrorMessage());
            json.writeEndObject();
          }
        });
  }

  static byte[] write(Status error) {
    return object(
        json -> {
          json.writeNumberProperty("code", error.getCode());
          json.writeStringProperty("message", error.getMessage());
          if (error.getDetailsCount() > 0) {
            json.writeArrayPropertyStart("details");
            error.getDetailsList().forEach(it -> writeRetryInfo(json, it));
            json.writeEndArray();
          }
        });
  }

  private static void writeRetryInfo(JsonGenerator json, Any detail) {
    json.writeStartObject();
    json.writeStringProperty("@type", detail.getTypeUrl());
    json.writeStringProperty("retryDelay", seconds(detail));
    json.writeEndObject();
  }

  private static String seconds(Any detail) {
    try {
      Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
      BigDecimal nanos = BigDecimal.valueOf(delay.getNanos(), 9);
      return nanos.add(BigDecimal.valueOf(delay.getSeconds())).stripTrailingZeros().toPlainString()
          + "s";
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("no RetryInfo", e);
    }
  }

  private static byte[] object(Consumer<JsonGenerator> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
