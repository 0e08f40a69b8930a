package io.tracejoin.store;

import io.tracejoin.decompose.Resource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.stereotype.Component;

/** The dictionary of resources. Only what is committed is cached. */
@Component
final class Resources {

  private static final int CACHED = 20_000;

  private static final String ADD =
      """
      INSERT INTO resource (fingerprint, service, host_id, host_name, run_id)
      SELECT * FROM unnest(?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;
  private static final String BY_FINGERPRINT =
      """
      SELECT id, fingerprint, service, host_id, host_name, run_id
        FROM resource WHERE fingerprint = ANY (?)
      """;
  private static final String BY_ID =
      """
      SELECT id, fingerprint, service, host_id, host_name, run_id
        FROM resource WHERE id = ANY (?)
      """;

  private final JdbcTemplate jdbc;
  private final BoundedCache<UUID, Integer> ids = new BoundedCache<>(CACHED);
  private final BoundedCache<Integer, Resource> byId = new BoundedCache<>(CACHED);

  Resources(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The number of each, by fingerprint; new ones are stored and committed. */
  Map<UUID, Integer> learn(Collection<Resource> resources) {
    Map<UUID, Integer> known = new HashMap<>();
    Map<UUID, Resource> unknown = new HashMap<>();
    for (Resource resource : resources) {
      Integer id = ids.find(resource.fingerprint());
      if (id != null) {
        known.put(resource.fingerprint(), id);
      } else {
        unknown.put(resource.fingerprint(), resource);
      }
    }
    if (!unknown.isEmpty()) {
      known.putAll(store(unknown));
    }
    return known;
  }

  /** The resources with these numbers. */
  Map<Integer, Resource> find(Set<Integer> numbers) {
    Map<Integer, Resource> found = new HashMap<>();
    for (Integer number : numbers) {
      Resource cached = byId.find(number);
      if (cached != null) {
        found.put(number, cached);
      }
    }
    List<Integer> missing = numbers.stream().filter(it -> !found.containsKey(it)).toList();
    if (!missing.isEmpty()) {
      found.putAll(read(BY_ID, statement -> SqlArray.setInts(statement, 1, missing)));
    }
    return found;
  }

  private Map<UUID, Integer> store(Map<UUID, Resource> unknown) {
    Map<UUID, Integer> stored = numbers(unknown.keySet());
    List<Resource> added =
        unknown.values().stream()
            .filter(it -> !stored.containsKey(it.fingerprint()))
            .sorted(Comparator.comparing(Resource::fingerprint))
            .toList();
    if (!added.isEmpty()) {
      add(added);
      stored.putAll(numbers(added.stream().map(Resource::fingerprint).toList()));
    }
    return stored;
  }

  private void add(List<Resource> added) {
    jdbc.update(
        ADD,
        statement -> {
          SqlArray.setUuids(statement, 1, added.stream().map(Resource::fingerprint).toList());
          SqlArray.setNullableTexts(statement, 2, added, Resource::service);
          SqlArray.setNullableTexts(statement, 3, added, Resource::hostId);
          SqlArray.setNullableTexts(statement, 4, added, Resource::hostName);
          SqlArray.setNullableTexts(statement, 5, added, Resource::runId);
        });
  }

  private Map<UUID, Integer> numbers(Collection<UUID> fingerprints) {
    Map<UUID, Integer> numbers = new HashMap<>();
    read(BY_FINGERPRINT, statement -> SqlArray.setUuids(statement, 1, fingerprints))
        .forEach((id, resource) -> numbers.put(resource.fingerprint(), id));
    return numbers;
  }

  private Map<Integer, Resource> read(String query, PreparedStatementSetter parameters) {
    Map<Integer, Resource> found = new HashMap<>();
    jdbc.query(
        query,
        parameters,
        row -> {
          RowReader in = new RowReader(row);
          int id = in.int4();
          UUID fingerprint = in.uuid();
          Resource resource =
              new Resource(
                  in.text(), in.nullableText(), in.nullableText(), in.nullableText(), fingerprint);
          found.put(id, resource);
          byId.put(id, resource);
          ids.put(fingerprint, id);
        });
    return found;
  }
}
