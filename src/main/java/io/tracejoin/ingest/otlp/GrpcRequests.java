package io.tracejoin.ingest.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of requests off gRPC; their spans are read by {@link SpanTranslator}. What a
 * generated marshaller throws for a body that is no request, or that unpacks to more than the
 * limit, reaches the sender as UNKNOWN; here it becomes a value that the service answers in OTLP's
 * terms.
 */
final class GrpcRequests implements MethodDescriptor.Marshaller<GrpcRequests.Received> {

  /** Either a request or the reason why there is none. */
  record Received(@Nullable OtlpRequest request, @Nullable Refusal refusal) {}

  @Override
  public Received parse(InputStream stream) {
    try {
      byte[] bytes = stream.readAllBytes();
      Weight.require(bytes);
      return new Received(new OtlpRequest.Packed(bytes), null);
    } catch (StatusRuntimeException e) {
      return new Received(null, refusal(e));
    } catch (InvalidProtocolBufferException e) {
      return new Received(null, Refusal.noRequest());
    } catch (Refusal refusal) {
      return new Received(null, refusal);
    } catch (IOException e) {
      return new Received(null, Refusal.malformed("unreadable body"));
    }
  }

  private static Refusal refusal(StatusRuntimeException e) {
    return new Refusal(
        Code.forNumber(e.getStatus().getCode().value()),
        413,
        String.valueOf(e.getStatus().getDescription()),
        null);
  }

  /** Only a client writes requests. */
  @Override
  public InputStream stream(Received value) {
    throw new UnsupportedOperationException();
  }
}
