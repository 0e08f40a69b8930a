package io.tracejoin.ingest.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.Status;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The two encodings of OTLP/HTTP. An answer, good or bad, comes in that of its request. */
enum OtlpEncoding {
  PROTOBUF("application/x-protobuf"),
  JSON("application/json");

  /** What a sender most likely did whose body makes no sense. */
  static final String WRONG_SIGNAL = "are these logs or metrics? This path takes traces";

  private final MediaType mediaType;

  OtlpEncoding(String mediaType) {
    this.mediaType = MediaType.parseMediaType(mediaType);
  }

  /** The encoding of a Content-Type, its parameters apart; null: neither. */
  static @Nullable OtlpEncoding of(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    try {
      MediaType type = MediaType.parseMediaType(contentType);
      return type.equalsTypeAndSubtype(PROTOBUF.mediaType)
          ? PROTOBUF
          : type.equalsTypeAndSubtype(JSON.mediaType) ? JSON : null;
    } catch (InvalidMediaTypeException e) {
      return null;
    }
  }

  String contentType() {
    return mediaType.toString();
  }

  /**
   * Reads a request.
   *
   * @throws Refusal if it is none, or too large
   * @throws IOException if the body breaks off
   */
  OtlpRequest read(CappedStream body) throws IOException {
    return switch (this) {
      case PROTOBUF -> readProtobuf(body);
      case JSON -> OtlpJson.read(body);
    };
  }

  private static OtlpRequest readProtobuf(CappedStream body) throws IOException {
    try {
      byte[] bytes = body.readAllBytes();
      Weight.require(bytes);
      return new OtlpRequest.Packed(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw Refusal.noRequest();
    }
  }

  /** The bytes of an answer. */
  byte[] write(ExportTraceServiceResponse answer) {
    return write(answer, () -> OtlpJsonAnswers.write(answer));
  }

  /** The bytes of an error. */
  byte[] write(Status error) {
    return write(error, () -> OtlpJsonAnswers.write(error));
  }

  private byte[] write(Message message, Supplier<byte[]> json) {
    return this == JSON ? json.get() : message.toByteArray();
  }
}
