package io.tracejoin.ingest.otlp;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * OTLP/gRPC. Bound by hand rather than from the generated base class, for the sake of {@link
 * GrpcRequests}.
 */
@Service
final class GrpcTraceService implements BindableService {

  private final TraceReceiver receiver;

  GrpcTraceService(TraceReceiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public ServerServiceDefinition bindService() {
    MethodDescriptor<GrpcRequests.Received, ExportTraceServiceResponse> export =
        TraceServiceGrpc.getExportMethod().toBuilder(
                new GrpcRequests(), TraceServiceGrpc.getExportMethod().getResponseMarshaller())
            .build();
    ServiceDescriptor generated = TraceServiceGrpc.getServiceDescriptor();
    ServiceDescriptor service =
        ServiceDescriptor.newBuilder(generated.getName())
            .setSchemaDescriptor(generated.getSchemaDescriptor())
            .addMethod(export)
            .build();
    return ServerServiceDefinition.builder(service)
        .addMethod(export, ServerCalls.asyncUnaryCall(this::export))
        .build();
  }

  private void export(
      GrpcRequests.Received received, StreamObserver<ExportTraceServiceResponse> answers) {
    if (received.refusal() != null) {
      refuse(received.refusal(), answers);
    } else if (received.request() != null) {
      receiver
          .receive(received.request())
          .whenComplete((answer, failure) -> answer(answer, failure, answers));
    }
  }

  private static void answer(
      @Nullable ExportTraceServiceResponse answer,
      @Nullable Throwable failure,
      StreamObserver<ExportTraceServiceResponse> answers) {
    if (answer == null || failure != null) {
      refuse(failure, answers);
    } else {
      answers.onNext(answer);
      answers.onCompleted();
    }
  }

  private static void refuse(
      @Nullable Throwable failure, StreamObserver<ExportTraceServiceResponse> answers) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    answers.onError(StatusProto.toStatusRuntimeException(Refusal.of(cause).status()));
  }
}
