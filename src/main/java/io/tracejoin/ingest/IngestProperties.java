package io.tracejoin.ingest;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the way in.
 *
 * @param queueBytes spans that wait for their commit, in bytes as received; beyond it senders are
 *     told to come back
 * @param writers threads that commit, one database connection each
 * @param batchSpans spans of one commit, about: a whole export is never split
 * @param answerWithin after this a sender is told to come back, whatever became of its spans; a
 *     late success would only make it send twice
 * @param retryAfter when a sender that was turned away shall come back
 * @param attributes span attributes that are kept: names, or {@code prefix.*}. Low-cardinality,
 *     technical ones only. What the mapping reads is kept besides
 * @param extraAttributes kept besides, without repeating the list
 * @param events span events that are kept (name and time), besides those that the mapping reads
 * @param requestIdAttributes span attributes that hold a request ID: only its keyed hash is kept
 * @param requestIdSecret what those hashes are made with; null: made once and kept in the database
 */
@Validated
@ConfigurationProperties("tracejoin.ingest")
public record IngestProperties(
    @DefaultValue("64MB") DataSize queueBytes,
    @DefaultValue("2") @Min(1) @Max(64) int writers,
    @DefaultValue("20000") @Min(1) int batchSpans,
    @DefaultValue("5s") Duration answerWithin,
    @DefaultValue("1s") Duration retryAfter,
    @DefaultValue({
          "asgi.event.type",
          "component",
          "db.operation",
          "db.operation.name",
          "db.system",
          "db.system.name",
          "disagg_role",
          "error",
          "error.type",
          "gen_ai.latency.*",
          "gen_ai.operation.name",
          "gen_ai.provider.name",
          "gen_ai.request.max_tokens",
          "gen_ai.request.model",
          "gen_ai.request.n",
          "gen_ai.request.stream",
          "gen_ai.response.finish_reasons",
          "gen_ai.response.model",
          "gen_ai.response.time_to_first_chunk",
          "gen_ai.response.time_to_first_token",
          "gen_ai.server.time_to_first_token",
          "gen_ai.system",
          "gen_ai.usage.*",
          "http.method",
          "http.request.method",
          "http.request.resend_count",
          "http.response.status_code",
          "http.route",
          "http.status_code",
          "inference_time",
          "litellm.preprocessing.duration_ms",
          "llm.finish_reason",
          "llm.is_streaming",
          "llm.model",
          "llm.model_name",
          "llm.phase",
          "llm.pool",
          "llm.priority",
          "llm.provider",
          "llm.request.type",
          "llm.response.model",
          "llm.route",
          "llm.token_count.*",
          "llm.usage.*",
          "llm_d.pd_proxy.*",
          "messaging.system",
          "migration.is_retry",
          "module",
          "network.protocol.name",
          "network.protocol.version",
          "queue_time",
          "request.attempt",
          "request.outcome",
          "response_flags",
          "retry.count",
          "rpc.grpc.status_code",
          "rpc.method",
          "rpc.response.status_code",
          "rpc.service",
          "rpc.system",
          "rpc.system.name",
          "server.port",
          "time_per_token",
          "total_time",
          "tracejoin.phase",
          "triton.model_name",
          "triton.model_version",
          "try_count",
          "upstream_cluster",
          "upstream_cluster.name",
          "validation_time"
        })
        List<String> attributes,
    @DefaultValue List<String> extraAttributes,
    @DefaultValue({"first_token", "gen_ai.first_token", "last_token"}) List<String> events,
    @DefaultValue({
          "gen_ai.request.id",
          "http.request.header.x-request-id",
          "http.request.header.x_request_id"
        })
        List<String> requestIdAttributes,
    @Nullable String requestIdSecret) {

  private static final int SHORTEST_SECRET = 16;

  /** Copies the lists. */
  public IngestProperties {
    if (requestIdSecret != null && requestIdSecret.length() < SHORTEST_SECRET) {
      throw new IllegalArgumentException(
          "request-id-secret: expected at least " + SHORTEST_SECRET + " characters");
    }
    requestIdAttributes = List.copyOf(requestIdAttributes);
    attributes = List.copyOf(attributes);
    extraAttributes = List.copyOf(extraAttributes);
    events = List.copyOf(events);
  }
}
