package io.tracejoin.ingest.otlp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.CurrentAllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.IngestProperties;
import io.tracejoin.ingest.OverloadedException;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;
import io.tracejoin.ingest.SpanQueue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Takes exports in, whatever the transport. */
@Component
final class TraceReceiver {

  private static final Logger LOG = LoggerFactory.getLogger(TraceReceiver.class);

  private final SpanQueue queue;
  private final Resources resources;
  private final Supplier<AllowList> allowList;
  private final DroppedAttributes dropped;
  private final RequestKeys requestKeys;
  private final IngestProperties properties;
  private final SpanLimits limits;
  private final Cuts cuts;
  private final Counter rejected;
  private volatile SeenBefore seen;

  @Autowired
  TraceReceiver(
      SpanQueue queue,
      Resources resources,
      CurrentAllowList allowList,
      DroppedAttributes dropped,
      RequestKeys requestKeys,
      IngestProperties properties,
      SpanLimits limits,
      Cuts cuts,
      MeterRegistry registry) {
    this.queue = queue;
    this.resources = resources;
    this.allowList = allowList;
    this.dropped = dropped;
    this.requestKeys = requestKeys;
    this.properties = properties;
    this.limits = limits;
    this.cuts = cuts;
    this.rejected =
        Counter.builder("tracejoin.ingest.spans").tag("result", "rejected").register(registry);
    this.seen = new SeenBefore(new AllowList(List.of(), List.of(), List.of()));
  }

  /**
   * Takes one export.
   *
   * @return the answer, once the spans are committed; fails with a {@link Refusal} and no other
   *     exception
   */
  CompletableFuture<ExportTraceServiceResponse> receive(OtlpRequest request) {
    AllowList allowed;
    try {
      allowed = allowList.get();
      requestKeys.require();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(notStored(e));
    }
    try {
      SpanReading reading = new SpanReading(resources, allowed, dropped, requestKeys, limits, cuts);
      SeenBefore known = seen.under(allowed);
      seen = known;
      return store(SpanTranslator.translate(request, reading, known), request.bytes());
    } catch (Refusal refusal) {
      return CompletableFuture.failedFuture(refusal);
    } catch (RuntimeException e) {
      LOG.error("an export could not be read", e);
      return CompletableFuture.failedFuture(Refusal.of(e));
    }
  }

  private CompletableFuture<ExportTraceServiceResponse> store(Translation translation, long bytes) {
    rejected.increment(translation.rejections().count());
    Rejections rejections = translation.rejections();
    if (translation.spans().isEmpty()) {
      return CompletableFuture.completedFuture(answer(rejections, 0));
    }
    return queue
        .submit(translation.spans(), bytes)
        .handle(
            (refused, failure) -> {
              if (failure != null || refused == null) {
                throw notStored(failure);
              }
              return answer(rejections, refused);
            });
  }

  private static ExportTraceServiceResponse answer(Rejections rejections, int refused) {
    if (rejections.count() + refused == 0) {
      return ExportTraceServiceResponse.getDefaultInstance();
    }
    String message = rejections.message(refused);
    return ExportTraceServiceResponse.newBuilder()
        .setPartialSuccess(
            ExportTracePartialSuccess.newBuilder()
                .setRejectedSpans(rejections.count() + refused)
                .setErrorMessage(message))
        .build();
  }

  // Whatever kept the spans out of the database: the sender must keep them and come back.
  private Refusal notStored(@Nullable Throwable thrown) {
    Throwable failure =
        thrown instanceof CompletionException e && e.getCause() != null ? e.getCause() : thrown;
    if (failure instanceof OverloadedException overloaded) {
      return Refusal.overloaded(overloaded.retryAfter());
    }
    String reason =
        failure instanceof TimeoutException
            ? "not stored within " + properties.answerWithin().toMillis() + " ms"
            : "not stored: the database does not take the spans now";
    return Refusal.unavailable(reason, properties.retryAfter());
  }
}
