package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fields of a raw pair in the order in which they are published, and where they are stored. */
public final class RequestFields {

  /** All fields. */
  public static final List<Field> ALL = all();

  private RequestFields() {}

  /**
   * The field that requests are sorted by: a measure or {@code sent_at}.
   *
   * @param name with or without its unit
   */
  public static Optional<Field> sortable(String name) {
    return ALL.stream()
        .filter(it -> it.type == Type.MS || it.name.equals("sent_at"))
        .filter(it -> it.name.equals(name) || it.name.equals(name + "_ms"))
        .findFirst();
  }

  /** How a stored value is published. */
  public enum Type {
    /** As it is. */
    TEXT,
    /** A whole number. */
    NUMBER,
    /** True or false. */
    FLAG,
    /** Nanoseconds, published as milliseconds. */
    MS,
    /** Nanoseconds since 1970, published as RFC 3339. */
    TIME,
    /** 32 hex digits; null where the client sent no identifier. */
    TRACE,
    /** Codes. */
    CODES
  }

  /**
   * One field.
   *
   * @param name in JSON and CSV
   * @param column in {@code joined_request}
   */
  public record Field(String name, String column, Type type) {}

  private static List<Field> all() {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("trace_id", "trace_id", Type.TRACE));
    texts(fields, "state", "reason", "outcome");
    numbers(fields, "status");
    fields.add(new Field("sent_at", "sent_at_ns", Type.TIME));
    fields.add(new Field("planned_at", "planned_at_ns", Type.TIME));
    texts(fields, "lifecycle", "generator", "scenario", "endpoint");
    fields.add(new Field("streaming", "streaming", Type.FLAG));
    numbers(fields, "step", "hops", "attempts");
    texts(fields, "model", "provider", "route", "region", "pool", "priority", "queue_outcome");
    texts(fields, "worker", "requested_model", "requested_provider", "requested_route");
    texts(fields, "requested_region", "finish_reason", "error_code", "root_service");
    numbers(fields, "input_tokens", "output_tokens", "response_bytes");
    numbers(fields, "server_input_tokens", "server_output_tokens", "server_cached_tokens");
    for (Measure measure : Measure.values()) {
      fields.add(new Field(measure.field(), measure.column(), Type.MS));
    }
    texts(fields, "client_ttft_kind", "server_ttft_kind");
    fields.add(new Field("anomalies", "anomalies", Type.CODES));
    return List.copyOf(fields);
  }

  private static void texts(List<Field> fields, String... names) {
    for (String name : names) {
      fields.add(new Field(name, name, Type.TEXT));
    }
  }

  private static void numbers(List<Field> fields, String... names) {
    for (String name : names) {
      fields.add(new Field(name, name, Type.NUMBER));
    }
  }
}
