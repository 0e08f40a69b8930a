package io.tracejoin.budget;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.run.Slo;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one clause.
 *
 * @param population what the budget selects: a clause narrows it
 * @param minima of the budget: a clause's own win
 */
record ClauseReader(
    Set<String> dimensions,
    Map<String, Set<String>> population,
    Minima minima,
    boolean singleTokenExempt) {

  private static final Set<String> LATENCY =
      Set.of(
          "id", "measure", "kind", "stat", "max_ms", "warn_ms", "where", "vs_baseline", "evidence");
  private static final Set<String> COUNTED =
      Set.of("id", "measure", "stat", "max", "min", "warn", "where", "vs_baseline", "evidence");
  private static final Set<String> GOOD =
      Set.of("id", "measure", "stat", "min", "warn", "where", "vs_baseline", "evidence", "slo");
  private static final Set<String> MINIMA = Set.of("min_samples", "min_coverage", "min_window_s");
  private static final Set<String> SLO = Set.of("ttft_ms", "tpot_ms", "total_ms");
  private static final String ID = "[A-Za-z0-9._ -]{1,100}";

  /** The clause; null where something is wrong with it. */
  @Nullable Clause read(Place place, List<Problem> problems) {
    Map<String, Place> all = place.entries(Set.of(), new ArrayList<>());
    Subject subject = new Fields(place, all, problems).required("measure", ClauseReader::subject);
    if (subject == null) {
      return null;
    }
    int before = problems.size();
    Map<String, Place> keys = place.entries(keys(subject), problems);
    Clause clause = clause(new Fields(place, keys, problems), subject);
    return problems.size() > before ? null : clause;
  }

  private @Nullable Clause clause(Fields fields, Subject plain) {
    TtftKind kind = fields.read("kind", it -> kind(it, plain));
    Subject subject =
        plain instanceof Subject.Latency latency
            ? new Subject.Latency(latency.measure(), kind)
            : plain;
    Statistic stat = stat(fields, subject);
    Bound bound = bound(fields, subject);
    Allowance relative = fields.read("vs_baseline", it -> allowance(it, subject));
    Map<String, Set<String>> where = where(fields, subject);
    Minima own = fields.read("evidence", it -> minima(it, fields.problems()));
    GoodRequest slo = slo(fields, subject);
    if (bound == null && relative == null && !hasBound(fields)) {
      fields.problems().add(fields.object().problem(missingBound(subject)));
    }
    if (stat == null || bound == null && relative == null) {
      return null;
    }
    return new Clause(
        id(fields, subject, stat),
        subject,
        stat,
        bound,
        relative,
        where,
        (own == null ? Minima.NONE : own).orElse(minima),
        slo);
  }

  private static boolean hasBound(Fields fields) {
    return Stream.of("max_ms", "max", "min", "vs_baseline").anyMatch(fields::has);
  }

  private static String missingBound(Subject subject) {
    return boundKey(subject) + ": is missing, and so is vs_baseline";
  }

  private static String boundKey(Subject subject) {
    return subject.unit().equals("ms") ? "max_ms" : subject.side().code();
  }

  private static String id(Fields fields, Subject subject, Statistic stat) {
    String id =
        fields.read(
            "id",
            it -> {
              if (!it.text().matches(ID)) {
                throw it.wrong("expected 1 to 100 of A-Z a-z 0-9 . _ - and spaces");
              }
              return it.text();
            });
    return id != null
        ? id
        : subject instanceof Subject.Latency ? subject.code() + "_" + stat.code() : subject.code();
  }

  private static @Nullable Statistic stat(Fields fields, Subject subject) {
    if (subject instanceof Subject.Counted counted) {
      Statistic only = Statistic.of(counted);
      fields.read("stat", it -> it.oneOf(Set.of(only.code())));
      return only;
    }
    return fields.required(
        "stat",
        it ->
            Statistic.ofLatency(it.text())
                .orElseThrow(
                    () ->
                        it.wrong(
                            "'" + it.text() + "' is none of p50, p95, p99, p99.9 …, mean, max")));
  }

  private static @Nullable Bound bound(Fields fields, Subject subject) {
    String key = boundKey(subject);
    BigDecimal limit = fields.read(key, Place::number);
    String other = subject.side() == Side.MAX ? "min" : "max";
    fields.read(
        other,
        it -> {
          throw it.wrong(subject.code() + " is bounded by " + key);
        });
    String warnKey = subject.unit().equals("ms") ? "warn_ms" : "warn";
    BigDecimal warn = fields.read(warnKey, Place::number);
    if (limit == null) {
      if (warn != null && !fields.has(key)) {
        fields.problems().add(fields.object().problem(warnKey + ": there is no " + key));
      }
      return null;
    }
    return Fields.attempt(
        fields.object(), it -> new Bound(subject.side(), limit, warn), fields.problems());
  }

  private static Allowance allowance(Place place, Subject subject) {
    if (subject instanceof Subject.Counted counted && counted.ofWholeRun()) {
      throw place.wrong(subject.code() + " is not compared with a baseline");
    }
    return Allowance.parse(place.text(), subject);
  }

  private Map<String, Set<String>> where(Fields fields, Subject subject) {
    boolean whole = subject instanceof Subject.Counted counted && counted.ofWholeRun();
    Map<String, Set<String>> own =
        fields.read(
            "where",
            it -> {
              if (whole) {
                throw it.wrong(subject.code() + " is of the run as a whole");
              }
              return BudgetReader.selector(it, dimensions, fields.problems());
            });
    Map<String, Set<String>> both = new HashMap<>(whole ? Map.of() : population);
    if (own != null) {
      own.forEach((name, values) -> both.merge(name, values, (a, b) -> common(fields, name, a, b)));
    }
    return both;
  }

  private static Set<String> common(
      Fields fields, String name, Set<String> population, Set<String> own) {
    Set<String> common = new TreeSet<>(population);
    common.retainAll(own);
    if (common.isEmpty()) {
      fields
          .problems()
          .add(fields.object().problem("where." + name + ": selects nothing of the population"));
    }
    return common;
  }

  private @Nullable GoodRequest slo(Fields fields, Subject subject) {
    if (!(subject instanceof Subject.Counted counted) || !counted.needsSlo()) {
      return null;
    }
    return fields.required(
        "slo",
        it -> {
          Fields times = new Fields(it, it.entries(SLO, fields.problems()), fields.problems());
          return new GoodRequest(
              new Slo(
                  times.read("ttft_ms", Place::number),
                  times.read("tpot_ms", Place::number),
                  times.read("total_ms", Place::number)),
              singleTokenExempt);
        });
  }

  static Minima minima(Place place, List<Problem> problems) {
    Fields fields = new Fields(place, place.entries(MINIMA, problems), problems);
    return new Minima(
        fields.read("min_samples", Place::count),
        fields.read("min_coverage", Place::share),
        fields.read("min_window_s", Place::number));
  }

  private static Set<String> keys(Subject subject) {
    if (subject instanceof Subject.Counted counted) {
      return counted.needsSlo() ? GOOD : COUNTED;
    }
    return LATENCY;
  }

  private static Subject subject(Place place) {
    String code = place.text();
    for (Measure measure : Measure.values()) {
      Subject latency = new Subject.Latency(measure, null);
      if (latency.code().equals(code)) {
        return latency;
      }
    }
    for (Subject.Counted counted : Subject.Counted.values()) {
      if (counted.code().equals(code)) {
        return counted;
      }
    }
    throw place.wrong("'" + code + "' is none of " + known());
  }

  private static String known() {
    return Stream.concat(
            Arrays.stream(Measure.values()).map(it -> new Subject.Latency(it, null).code()),
            Arrays.stream(Subject.Counted.values()).map(Subject.Counted::code))
        .collect(Collectors.joining(", "));
  }

  private static TtftKind kind(Place place, Subject subject) {
    if (!(subject instanceof Subject.Latency latency)
        || !Subject.Latency.hasKinds(latency.measure())) {
      throw place.wrong(subject.code() + " has no kinds");
    }
    return TtftKind.valueOf(
        place.oneOf(Set.of("token", "chunk", "first_byte")).toUpperCase(java.util.Locale.ROOT));
  }
}
