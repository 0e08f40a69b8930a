package io.tracejoin.report;

import io.tracejoin.run.Slo;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * When a request is good: it succeeded and keeps to every clause (semantics 11). A success whose
 * measure is not known does not.
 *
 * @param clauses at least one
 * @param singleTokenExempt whether an answer of one token, which has no TPOT, meets that clause
 * @param openLoad whether a request's total counts from when it was due, where that is known: in an
 *     open run a late send is no excuse
 */
public record SloRule(List<Slo.Clause> clauses, boolean singleTokenExempt, boolean openLoad) {

  private static final JsonMapper JSON = new JsonMapper();

  /** Copies the clauses. */
  public SloRule {
    clauses = List.copyOf(clauses);
  }

  /** What the run declares; empty where it declares no clause. */
  static Optional<SloRule> declared(String declaration) {
    JsonNode root = JSON.readTree(declaration);
    return slo(root.path("slo"))
        .map(Slo::clauses)
        .filter(it -> !it.isEmpty())
        .map(
            it ->
                new SloRule(
                    it,
                    !"fail".equals(root.path("single_token_tpot").asString("")),
                    "open".equals(root.path("load").path("model").asString(""))));
  }

  private static Optional<Slo> slo(JsonNode node) {
    try {
      return node.isObject() ? Optional.of(JSON.treeToValue(node, Slo.class)) : Optional.empty();
    } catch (JacksonException unreadable) {
      return Optional.empty();
    }
  }

  /** The name in JSON. */
  String singleToken() {
    return singleTokenExempt ? "exempt" : "fail";
  }
}
