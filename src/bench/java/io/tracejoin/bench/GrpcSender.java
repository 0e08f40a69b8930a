package io.tracejoin.bench;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import java.util.concurrent.CompletableFuture;

/** OTLP over gRPC, one channel. */
final class GrpcSender implements Sender {

  private final ManagedChannel channel;
  private final TraceServiceGrpc.TraceServiceStub stub;

  GrpcSender(ServiceProcess service) {
    channel =
        NettyChannelBuilder.forAddress("localhost", service.grpcPort()).usePlaintext().build();
    stub = TraceServiceGrpc.newStub(channel);
  }

  @Override
  public Object encoded(ExportTraceServiceRequest request) {
    return request;
  }

  @Override
  public CompletableFuture<Void> send(Object encoded) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    stub.export((ExportTraceServiceRequest) encoded, new Answer(done));
    return done;
  }

  @Override
  public void close() {
    channel.shutdownNow();
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
