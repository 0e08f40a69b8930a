package io.tracejoin.budget;

import io.tracejoin.run.Slo;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/**
 * A budget as a document in one form, however it was written: population and evidence stand in each
 * clause, keys in one order. Two documents that mean the same are equal in it, and it reads back as
 * the same budget.
 */
public final class BudgetDocument {

  private BudgetDocument() {}

  /** Keys and values: maps, lists, texts and decimals. */
  public static Map<String, Object> of(Budget budget) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("kind", "PhaseBudget");
    put(document, "description", budget.description());
    Map<String, Object> run = run(budget.run());
    put(document, "run", run.isEmpty() ? null : run);
    put(document, "baseline", budget.baseline());
    boolean fails =
        budget.clauses().stream().anyMatch(it -> it.slo() != null && !it.slo().singleTokenExempt());
    put(document, "single_token_tpot", fails ? "fail" : null);
    List<Object> clauses = new ArrayList<>();
    budget.clauses().forEach(it -> clauses.add(clause(it)));
    document.put("clauses", clauses);
    return document;
  }

  /** The same as YAML. */
  public static String yaml(Budget budget) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    Representer representer = new Decimals(options);
    StringWriter text = new StringWriter();
    new Yaml(new SafeConstructor(new LoaderOptions()), representer, options).dump(of(budget), text);
    return text.toString();
  }

  /** Decimals as they are: in YAML's own form 0.98 would carry a type. */
  private static final class Decimals extends Representer {

    Decimals(DumperOptions options) {
      super(options);
      representers.put(BigDecimal.class, this::decimal);
    }

    private Node decimal(Object value) {
      BigDecimal decimal = (BigDecimal) value;
      Tag tag = decimal.scale() > 0 ? Tag.FLOAT : Tag.INT;
      return representScalar(tag, decimal.toPlainString(), ScalarStyle.PLAIN);
    }
  }

  private static Map<String, Object> run(RunConditions run) {
    Map<String, Object> keys = new LinkedHashMap<>();
    put(keys, "kind", run.kind());
    put(keys, "target_rate", plain(run.targetRate()));
    put(keys, "token_profile", run.tokenProfile());
    keys.putAll(run.conditions());
    return keys;
  }

  private static Map<String, Object> clause(Clause clause) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("id", clause.id());
    keys.put("measure", clause.subject().code());
    if (clause.subject() instanceof Subject.Latency latency) {
      put(keys, "kind", latency.kind() == null ? null : latency.kind().code());
      keys.put("stat", clause.stat().code());
    }
    bound(keys, clause);
    put(keys, "vs_baseline", relative(clause));
    Map<String, Object> where = new LinkedHashMap<>();
    clause.where().forEach((name, values) -> where.put(name, one(values)));
    put(keys, "where", where.isEmpty() ? null : where);
    Map<String, Object> minima = minima(clause.minima());
    put(keys, "evidence", minima.isEmpty() ? null : minima);
    put(keys, "slo", clause.slo() == null ? null : slo(clause.slo()));
    return keys;
  }

  private static Object one(Set<String> values) {
    return values.size() == 1
        ? values.iterator().next()
        : List.copyOf(new java.util.TreeSet<>(values));
  }

  private static void bound(Map<String, Object> keys, Clause clause) {
    if (clause.bound() == null) {
      return;
    }
    boolean ms = clause.subject().unit().equals("ms");
    put(keys, ms ? "max_ms" : clause.subject().side().code(), plain(clause.bound().limit()));
    put(keys, ms ? "warn_ms" : "warn", plain(clause.bound().warn()));
  }

  private static @Nullable String relative(Clause clause) {
    Allowance allowance = clause.relative();
    if (allowance == null) {
      return null;
    }
    boolean ms = clause.subject().unit().equals("ms") && allowance.amount() != null;
    return allowance + (ms ? "ms" : "");
  }

  private static Map<String, Object> minima(Minima minima) {
    Map<String, Object> keys = new LinkedHashMap<>();
    put(keys, "min_samples", minima.samples());
    put(keys, "min_coverage", plain(minima.coverage()));
    put(keys, "min_window_s", plain(minima.windowS()));
    return keys;
  }

  private static Map<String, Object> slo(GoodRequest good) {
    Slo slo = good.bounds();
    Map<String, Object> keys = new LinkedHashMap<>();
    put(keys, "ttft_ms", plain(slo.ttftMs()));
    put(keys, "tpot_ms", plain(slo.tpotMs()));
    put(keys, "total_ms", plain(slo.totalMs()));
    return keys;
  }

  private static @Nullable BigDecimal plain(@Nullable BigDecimal number) {
    if (number == null) {
      return null;
    }
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static void put(Map<String, Object> keys, String key, @Nullable Object value) {
    if (value != null) {
      keys.put(key, value);
    }
  }
}
