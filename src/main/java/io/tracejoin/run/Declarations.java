package io.tracejoin.run;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and merges the JSON of declarations. */
@Component
public final class Declarations {

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "kind",
          "scenario_commit",
          "endpoint",
          "load",
          "window",
          "token_profile",
          "streaming",
          "generator_region",
          "sampling",
          "span_schema_version",
          "conditions",
          "scenarios",
          "trace_id_prefix",
          "services",
          "generator_services",
          "labels",
          "slo",
          "single_token_tpot",
          "pinned");

  private static final int MOST_CHARACTERS = 1 << 18;
  private static final int DEEPEST = 32;

  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /**
   * The typed view of a declaration.
   *
   * @throws IllegalArgumentException naming the field that is wrong
   */
  public RunDeclaration read(String json) {
    try {
      RunDeclaration declaration = mapper.readValue(json, RunDeclaration.class);
      return declaration == null ? RunDeclaration.NONE : declaration;
    } catch (JacksonException malformed) {
      throw new IllegalArgumentException(reason(malformed), malformed);
    }
  }

  /** The declaration as a JSON object. */
  public ObjectNode tree(String json) {
    return (ObjectNode) mapper.readTree(json);
  }

  /**
   * A declaration changed by a JSON merge patch (RFC 7396): absent keys stay, null clears.
   *
   * @throws IllegalArgumentException naming the field that is wrong; the declaration then stays as
   *     it was
   */
  String merged(String json, ObjectNode patch) {
    ObjectNode merged = tree(json);
    patch(merged, patch);
    requireDepth(merged, 0);
    String result = mapper.writeValueAsString(merged);
    if (result.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "body: a declaration has at most " + MOST_CHARACTERS + " characters");
    }
    if (result.contains("\\u0000")) {
      throw new IllegalArgumentException("body: the character U+0000 cannot be stored");
    }
    read(result);
    return result;
  }

  /** What is stored is part of other answers, which must stay readable. */
  private static void requireDepth(JsonNode node, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException(
          "body: a declaration is at most " + DEEPEST + " objects or lists deep");
    }
    for (JsonNode child : node) {
      requireDepth(child, depth + 1);
    }
  }

  /**
   * Names in a patch that mean nothing here: kept, and told, since they are most often misspelt.
   */
  public static List<String> unknownFields(ObjectNode patch) {
    Set<String> unknown = new TreeSet<>(patch.propertyNames());
    unknown.removeAll(FIELDS);
    return List.copyOf(unknown);
  }

  private static void patch(ObjectNode target, ObjectNode patch) {
    patch
        .properties()
        .forEach(
            field -> {
              String name = field.getKey();
              JsonNode value = field.getValue();
              if (value.isNull()) {
                target.remove(name);
              } else if (value instanceof ObjectNode object) {
                patch(objectAt(target, name), object);
              } else {
                target.set(name, value);
              }
            });
  }

  private static ObjectNode objectAt(ObjectNode target, String name) {
    return target.get(name) instanceof ObjectNode object ? object : target.putObject(name);
  }

  private static String reason(JacksonException malformed) {
    for (Throwable cause = malformed; cause != null; cause = cause.getCause()) {
      if (cause instanceof IllegalArgumentException refused && refused.getMessage() != null) {
        return refused.getMessage();
      }
    }
    String path =
        malformed instanceof DatabindException located
            ? String.join(".", located.getPath().stream().map(Declarations::step).toList())
            : "";
    return (path.isEmpty() ? "body" : path) + ": " + malformed.getOriginalMessage();
  }

  private static String step(JacksonException.Reference reference) {
    return reference.getPropertyName() == null
        ? "[" + reference.getIndex() + "]"
        : reference.getPropertyName();
  }
}
