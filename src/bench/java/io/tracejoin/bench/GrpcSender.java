package io.tracejoin.bench;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** OTLP over gRPC, one channel. The requests are packed before, as those over HTTP are. */
final class GrpcSender implements Sender {

  private static final MethodDescriptor<byte[], ExportTraceServiceResponse> EXPORT =
      TraceServiceGrpc.getExportMethod().toBuilder(
              new Packed(), TraceServiceGrpc.getExportMethod().getResponseMarshaller())
          .build();

  private final ManagedChannel channel;

  GrpcSender(ServiceProcess service) {
    channel =
        NettyChannelBuilder.forAddress("localhost", service.grpcPort()).usePlaintext().build();
  }

  @Override
  public Object encoded(ExportTraceServiceRequest request) {
    return request.toByteArray();
  }

  @Override
  public CompletableFuture<Void> send(Object encoded) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        channel.newCall(EXPORT, CallOptions.DEFAULT), (byte[]) encoded, new Answer(done));
    return done;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private record Packed() implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] packed) {
      return new ByteArrayInputStream(packed);
    }

    @Override
    public byte[] parse(InputStream stream) {
      throw new UnsupportedOperationException();
    }
  }

  private record Answer(CompletableFuture<Void> done)
      implements StreamObserver<ExportTraceServiceResponse> {

    @Override
    public void onNext(ExportTraceServiceResponse response) {
      if (response.getPartialSuccess().getRejectedSpans() > 0) {
        done.completeExceptionally(new IllegalStateException("rejected: " + response));
      }
    }

    @Override
    public void onError(Throwable failure) {
      done.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      done.complete(null);
    }
  }
}
