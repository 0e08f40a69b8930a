package io.tracejoin.web;

import io.tracejoin.decompose.TraceId;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What shall be tried on what.
 *
 * @param mapping YAML; null for the mapping in force
 * @param traceId a stored trace; null where one is posted
 * @param otlp OTLP/JSON; null where a stored trace is meant
 */
record TrialRequest(@Nullable String mapping, @Nullable TraceId traceId, byte @Nullable [] otlp) {

  private static final Set<String> KEYS = Set.of("mapping", "trace_id", "otlp");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * @throws BadParameterException if there is not exactly one trace
   */
  TrialRequest {
    if ((traceId == null) == (otlp == null)) {
      throw new BadParameterException("trace_id", "Give one of trace_id and otlp.");
    }
  }

  /** Reads the JSON form. */
  static TrialRequest ofJson(byte[] body) {
    JsonNode root = tree(body);
    if (!root.isObject()) {
      throw new IllegalArgumentException("expected an object with mapping and trace_id or otlp");
    }
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (!KEYS.contains(field.getKey())) {
        throw new BadParameterException(field.getKey(), "Unknown key '" + field.getKey() + "'.");
      }
    }
    String traceId = text(root, "trace_id");
    JsonNode otlp = root.path("otlp");
    return new TrialRequest(
        text(root, "mapping"),
        traceId == null ? null : TraceId.parse(traceId),
        otlp.isMissingNode() || otlp.isNull() ? null : JSON.writeValueAsBytes(otlp));
  }

  private static JsonNode tree(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException malformed) {
      throw new IllegalArgumentException("no JSON: " + malformed.getOriginalMessage(), malformed);
    }
  }

  private static @Nullable String text(JsonNode root, String key) {
    JsonNode value = root.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw new BadParameterException(key, key + ": expected a string.");
    }
    return value.asString();
  }
}
