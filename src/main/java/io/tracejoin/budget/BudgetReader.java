package io.tracejoin.budget;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads a budget document, YAML or JSON (docs/budgets.md). Strict: an unknown or repeated key is an
 * error, and every error names its field and line.
 */
public final class BudgetReader {

  private static final Set<String> DOCUMENT =
      Set.of(
          "kind",
          "description",
          "population",
          "evidence",
          "run",
          "baseline",
          "single_token_tpot",
          "clauses");
  private static final Set<String> RUN_KINDS = Set.of("steady", "stepped", "cold_start");
  private static final String RUN_NAME = "[A-Za-z0-9._-]{1,100}";
  private static final int MOST_CLAUSES = 200;

  private final Set<String> dimensions;

  /**
   * @param dimensions what requests can be selected by
   */
  public BudgetReader(Set<String> dimensions) {
    this.dimensions = Set.copyOf(dimensions);
  }

  /**
   * Reads one document.
   *
   * @throws BadBudgetException with all that is wrong
   */
  public Budget read(String text) {
    List<Problem> problems = new ArrayList<>();
    Budget budget = null;
    try {
      budget = budget(new Place("", root(text)), problems);
    } catch (Place.Wrong wrong) {
      problems.add(wrong.problem());
    }
    if (budget == null || !problems.isEmpty()) {
      throw new BadBudgetException(problems);
    }
    return budget;
  }

  private @Nullable Budget budget(Place document, List<Problem> problems) {
    Map<String, Place> keys = document.entries(DOCUMENT, problems);
    Fields fields = new Fields(document, keys, problems);
    fields.read("kind", it -> it.oneOf(Set.of("PhaseBudget")));
    String description = fields.read("description", Place::text);
    Map<String, Set<String>> population =
        fields.read("population", it -> selector(it, dimensions, problems));
    Minima minima = fields.read("evidence", it -> ClauseReader.minima(it, problems));
    RunConditions run = fields.read("run", it -> conditions(it, problems));
    String baseline = fields.read("baseline", BudgetReader::baseline);
    String single = fields.read("single_token_tpot", it -> it.oneOf(Set.of("exempt", "fail")));
    ClauseReader reader =
        new ClauseReader(
            dimensions,
            population == null ? Map.of() : population,
            minima == null ? Minima.NONE : minima,
            !"fail".equals(single));
    List<Clause> clauses = fields.required("clauses", it -> clauses(it, reader, problems));
    return clauses == null
        ? null
        : new Budget(description, run == null ? RunConditions.ANY : run, baseline, clauses);
  }

  private static List<Clause> clauses(Place place, ClauseReader reader, List<Problem> problems) {
    List<Place> items = place.items();
    if (items.isEmpty() || items.size() > MOST_CLAUSES) {
      throw place.wrong("expected 1 to " + MOST_CLAUSES + " clauses, got " + items.size());
    }
    List<Clause> clauses = new ArrayList<>();
    Set<String> ids = new LinkedHashSet<>();
    for (Place item : items) {
      Clause clause = Fields.attempt(item, it -> reader.read(it, problems), problems);
      if (clause == null) {
        continue;
      }
      if (!ids.add(clause.id())) {
        problems.add(item.problem("id: '" + clause.id() + "' is used twice"));
      }
      clauses.add(clause);
    }
    return clauses;
  }

  private static RunConditions conditions(Place place, List<Problem> problems) {
    Map<String, Place> keys = new TreeMap<>(place.entries(Set.of(), problems));
    Fields fields = new Fields(place, keys, problems);
    String kind = fields.read("kind", it -> it.oneOf(RUN_KINDS));
    var rate = fields.read("target_rate", Place::number);
    String profile = fields.read("token_profile", Place::text);
    keys.keySet().removeAll(Set.of("kind", "target_rate", "token_profile"));
    Map<String, String> others = new TreeMap<>();
    keys.forEach(
        (key, value) -> {
          String text = Fields.attempt(value, Place::text, problems);
          if (text != null) {
            others.put(key, text);
          }
        });
    return new RunConditions(kind, rate, profile, others);
  }

  private static String baseline(Place place) {
    String text = place.text();
    if (!text.matches(RUN_NAME)) {
      throw place.wrong("expected the name of a run or latest_passed, got '" + text + "'");
    }
    return text;
  }

  static Map<String, Set<String>> selector(
      Place place, Set<String> dimensions, List<Problem> problems) {
    Map<String, Set<String>> where = new TreeMap<>();
    place
        .entries(dimensions, problems)
        .forEach(
            (dimension, value) -> {
              List<Place> values = value.isList() ? value.items() : List.of(value);
              if (values.isEmpty()) {
                throw value.wrong("expected a value");
              }
              Set<String> texts = new TreeSet<>();
              values.forEach(it -> texts.add(it.text()));
              where.put(dimension, texts);
            });
    return where;
  }

  private static Node root(String text) {
    try {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(true); // told by ourselves, with the field
      Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
      if (root == null) {
        throw new Place.Wrong(new Problem(1, "", "the document is empty"));
      }
      return root;
    } catch (MarkedYAMLException broken) {
      Mark mark = broken.getProblemMark();
      String what = broken.getProblem() == null ? "not YAML" : broken.getProblem();
      throw new Place.Wrong(new Problem(mark == null ? 1 : mark.getLine() + 1, "", what));
    } catch (YAMLException broken) {
      throw new Place.Wrong(new Problem(1, "", String.valueOf(broken.getMessage())));
    }
  }
}
