package io.tracejoin.store;

import io.tracejoin.report.MappingUse;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A run's requests by root service, by mapping, and all together: one pass for the three. */
final class RequestGroups {

  private static final String GROUPS =
      """
      SELECT grouping(r.root_service, r.mapping_id) = 3 AS every, r.root_service,
             grouping(r.mapping_id) = 0 AS by_mapping,
             (SELECT name FROM mapping m WHERE m.id = r.mapping_id) AS name,
             (SELECT version FROM mapping m WHERE m.id = r.mapping_id) AS version,
             count(*) AS rows, count(*) FILTER (WHERE state = 'matched') AS matched,
             count(*) FILTER (
               WHERE state = 'matched' AND provider_request_ns IS NOT NULL
                 AND gpu_queue_ns IS NULL) AS queue_unknown
        FROM joined_request r
       WHERE run_id = :run
       GROUP BY GROUPING SETS ((root_service), (mapping_id), ())
      """;

  private final Supplier<List<Group>> source;
  private @Nullable List<Group> groups;

  RequestGroups(JdbcClient jdbc, int run) {
    this(() -> jdbc.sql(GROUPS).param("run", run).query((row, number) -> group(row)).list());
  }

  /**
   * @param source asked once, when it is first needed
   */
  RequestGroups(Supplier<List<Group>> source) {
    this.source = source;
  }

  /** Matched requests by root service, the largest first. */
  Map<String, Long> services() {
    Map<String, Long> services = new LinkedHashMap<>();
    groups().stream()
        .filter(it -> it.service != null && it.matched > 0)
        .sorted(
            Comparator.comparingLong(Group::matched)
                .reversed()
                .thenComparing(it -> Objects.requireNonNull(it.service)))
        .forEach(it -> services.put(Objects.requireNonNull(it.service), it.matched));
    return services;
  }

  /** Matched requests with a provider's call whose queue is hidden. */
  long queueUnknown() {
    return groups().stream().filter(Group::all).mapToLong(Group::queueUnknown).sum();
  }

  /** Mapping versions in use, the most used first. */
  List<MappingUse> mappings() {
    return groups().stream()
        .filter(it -> it.mapping != null)
        .map(it -> new MappingUse(Objects.requireNonNull(it.mapping), it.rows))
        .sorted(
            Comparator.comparingLong(MappingUse::rows)
                .reversed()
                .thenComparing(it -> it.mapping().name())
                .thenComparing(it -> it.mapping().version()))
        .toList();
  }

  /** Of one snapshot, so asked once. */
  private List<Group> groups() {
    List<Group> known = groups;
    if (known == null) {
      known = source.get();
      groups = known;
    }
    return known;
  }

  private static Group group(ResultSet row) throws SQLException {
    return new Group(
        row.getBoolean("every"),
        row.getString("root_service"),
        row.getBoolean("by_mapping")
            ? new MappingUse.Name(row.getString("name"), row.getInt("version"))
            : null,
        row.getLong("rows"),
        row.getLong("matched"),
        row.getLong("queue_unknown"));
  }

  /**
   * Some requests.
   *
   * @param service null where they are not of one service
   * @param mapping null where they are not of one mapping
   */
  record Group(
      boolean all,
      @Nullable String service,
      MappingUse.@Nullable Name mapping,
      long rows,
      long matched,
      long queueUnknown) {

    /** Matched requests of a service. */
    static Group of(String service, long matched) {
      return new Group(false, service, null, matched, matched, 0);
    }

    /** Requests of a mapping. */
    static Group of(MappingUse.Name mapping, long rows) {
      return new Group(false, null, mapping, rows, 0, 0);
    }

    /** All requests. */
    static Group all(long queueUnknown) {
      return new Group(true, null, null, 0, 0, queueUnknown);
    }
  }
}
