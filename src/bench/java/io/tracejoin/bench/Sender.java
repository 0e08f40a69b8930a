package io.tracejoin.bench;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.concurrent.CompletableFuture;

/** Sends exports of spans to a service. */
interface Sender extends AutoCloseable {

  /** Makes a request ready to be sent, outside of what is measured. */
  Object encoded(ExportTraceServiceRequest request);

  /**
   * Sends one; completes when all of it was acknowledged, and fails where it was not.
   *
   * @param encoded as {@link #encoded} made it
   */
  CompletableFuture<Void> send(Object encoded);

  @Override
  void close();
}
