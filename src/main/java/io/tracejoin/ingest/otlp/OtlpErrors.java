package io.tracejoin.ingest.otlp;

import com.google.rpc.Code;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses exports in OTLP's own form before they reach the receiver. */
public final class OtlpErrors {

  private OtlpErrors() {}

  /**
   * Why an export is refused.
   *
   * @param retryAfter when to come back; null: not at all
   */
  public record Failure(int httpStatus, Code code, String message, @Nullable Duration retryAfter) {

    private Refusal refusal() {
      return new Refusal(code, httpStatus, message, retryAfter);
    }
  }

  /** Whether this request is an export, or wants to be one. */
  public static boolean isExport(HttpServletRequest request) {
    return OtlpHttpServlet.PATH.equals(request.getServletPath());
  }

  /** Whether this is the gRPC service of exports. */
  public static boolean isTraceService(String service) {
    return TraceServiceGrpc.SERVICE_NAME.equals(service);
  }

  /** Answers in the encoding of the request, JSON where it is of neither. */
  public static void write(
      HttpServletRequest request, HttpServletResponse response, Failure failure)
      throws IOException {
    OtlpEncoding encoding = OtlpEncoding.of(request.getContentType());
    OtlpHttpServlet.refuse(
        response, encoding == null ? OtlpEncoding.JSON : encoding, failure.refusal());
  }

  /** The failure as gRPC's status. */
  public static Status status(Failure failure) {
    return exception(failure).getStatus();
  }

  /** What goes with the status: when to come back. */
  public static Metadata details(Failure failure) {
    Metadata details = exception(failure).getTrailers();
    return details == null ? new Metadata() : details;
  }

  private static StatusRuntimeException exception(Failure failure) {
    return StatusProto.toStatusRuntimeException(failure.refusal().status());
  }
}
