package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/** What the points of a metric say. */
enum K6Metric {
  HTTP_REQS(Role.TRANSACTION, "http_reqs"),
  HTTP_REQ_DURATION(Role.TRANSACTION, "http_req_duration"),
  HTTP_REQ_BLOCKED(Role.TRANSACTION, "http_req_blocked"),
  HTTP_REQ_CONNECTING(Role.TRANSACTION, "http_req_connecting"),
  HTTP_REQ_TLS_HANDSHAKING(Role.TRANSACTION, "http_req_tls_handshaking"),
  HTTP_REQ_SENDING(Role.TRANSACTION, "http_req_sending"),
  HTTP_REQ_WAITING(Role.TRANSACTION, "http_req_waiting"),
  HTTP_REQ_RECEIVING(Role.TRANSACTION, "http_req_receiving"),
  HTTP_REQ_FAILED(Role.TRANSACTION, "http_req_failed"),
  ITERATIONS(Role.LOAD, "iterations"),
  DROPPED_ITERATIONS(Role.LOAD, "dropped_iterations"),
  VUS(Role.LOAD, "vus"),
  VUS_MAX(Role.LOAD, "vus_max"),
  /** An event of a stream that the extension xk6-sse reads. */
  SSE_EVENT(Role.STREAM_EVENT, "sse_event"),
  /** The script's own measure of the time to first token, whatever its name. */
  FIRST_TOKEN(Role.FIRST_TOKEN, null),
  /** Any other. */
  OTHER(Role.NONE, null);

  /** What is done with the points of a metric. */
  enum Role {
    /** One point each for one HTTP transaction, in the order of this enum. */
    TRANSACTION,
    LOAD,
    STREAM_EVENT,
    FIRST_TOKEN,
    NONE
  }

  private final Role role;
  private final @Nullable String metricName;

  K6Metric(Role role, @Nullable String metricName) {
    this.role = role;
    this.metricName = metricName;
  }

  Role role() {
    return role;
  }

  /** Its name in k6, or null where that is not fixed. */
  @Nullable String metricName() {
    return metricName;
  }
}
