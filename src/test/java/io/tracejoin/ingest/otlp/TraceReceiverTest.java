package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.tracejoin.decompose.Span;
import io.tracejoin.ingest.CurrentAllowList;
import io.tracejoin.ingest.CurrentMapping;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.IngestProperties;
import io.tracejoin.ingest.IngestSettings;
import io.tracejoin.ingest.SpanLimits;
import io.tracejoin.ingest.SpanQueue;
import io.tracejoin.ingest.SpanStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.CannotCreateTransactionException;

class TraceReceiverTest {

  private final List<Span> stored = new CopyOnWriteArrayList<>();
  private @Nullable SpanQueue queue;

  @AfterEach
  void stop() {
    if (queue != null) {
      queue.stop();
    }
  }

  @Test
  void leavesPartialSuccessUnsetWhenAllIsTaken() throws Exception {
    ExportTraceServiceResponse answer = export(stored::addAll, request(span()));

    assertThat(answer.hasPartialSuccess()).isFalse();
    assertThat(stored).hasSize(1);
  }

  @Test
  void storesTheGoodSpansAndCountsTheOthers() throws Exception {
    ExportTraceServiceResponse answer =
        export(stored::addAll, request(span(), span().setSpanId(ByteString.EMPTY)));

    assertThat(stored).hasSize(1);
    assertThat(answer.getPartialSuccess().getRejectedSpans()).isEqualTo(1);
    assertThat(answer.getPartialSuccess().getErrorMessage()).contains("span_id");
  }

  @Test
  void anEmptyRequestSucceedsWithoutTheDatabase() throws Exception {
    ExportTraceServiceResponse answer =
        export(
            spans -> {
              throw new DataAccessResourceFailureException("away");
            },
            request());

    assertThat(answer).isEqualTo(ExportTraceServiceResponse.getDefaultInstance());
  }

  @ParameterizedTest
  @MethodSource
  void whateverKeepsTheSpansOutOfTheDatabaseMakesTheSenderComeBack(RuntimeException failure) {
    assertThatThrownBy(
            () ->
                export(
                    spans -> {
                      throw failure;
                    },
                    request(span())))
        .cause()
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              Status status = refusal.status();
              assertThat(status.getCode()).isEqualTo(Code.UNAVAILABLE_VALUE);
              assertThat(status.getMessage()).doesNotContain("secret");
              assertThat(status.getDetails(0).is(RetryInfo.class)).isTrue();
              assertThat(refusal.httpStatus()).isEqualTo(503);
              assertThat(refusal.retryAfterSeconds()).isEqualTo(1);
            });
  }

  static Stream<Arguments> whateverKeepsTheSpansOutOfTheDatabaseMakesTheSenderComeBack() {
    return Stream.of(
        argumentSet("no connection", new DataAccessResourceFailureException("secret")),
        argumentSet("no transaction", new CannotCreateTransactionException("secret")),
        argumentSet("deadlock", new CannotAcquireLockException("secret")),
        argumentSet("timeout", new QueryTimeoutException("secret")),
        argumentSet("unforeseen", new IllegalStateException("secret")));
  }

  private ExportTraceServiceResponse export(SpanStore store, ExportTraceServiceRequest request)
      throws Exception {
    IngestProperties settings = IngestSettings.shipped();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    queue = new SpanQueue(store, settings, registry);
    queue.start();
    TraceReceiver receiver =
        new TraceReceiver(
            queue,
            new Resources(SpanLimits.USUAL, new Cuts(registry)),
            new CurrentAllowList(
                settings, new StaticListableBeanFactory().getBeanProvider(CurrentMapping.class)),
            new DroppedAttributes(registry),
            requestId -> null,
            settings,
            SpanLimits.USUAL,
            new Cuts(registry),
            registry);
    return receiver.receive(OtlpRequest.of(request, 100)).get(5, TimeUnit.SECONDS);
  }
}
