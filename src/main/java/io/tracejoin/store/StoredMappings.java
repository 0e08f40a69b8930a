package io.tracejoin.store;

import io.tracejoin.decompose.Mapping;
import io.tracejoin.run.MappingCatalog;
import io.tracejoin.run.MappingDocuments;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The mapping's versions in PostgreSQL. The configured document is registered when this is made: if
 * it equals the newest version of its name it is that version, else the next one.
 */
final class StoredMappings implements MappingCatalog, MappingDocuments {

  /** Reads a document as the version with this number. */
  interface Reader {
    Mapping read(String yaml, int id, int version);
  }

  private static final long ADVISORY_LOCK = 0x6D61_7070_696E_6773L;

  private static final String LOCK = "SELECT pg_advisory_xact_lock(?)";
  private static final String NEWEST =
      """
      SELECT id, version, document FROM mapping WHERE name = ? ORDER BY version DESC LIMIT 1
      """;
  private static final String ADD =
      "INSERT INTO mapping (name, version, document) VALUES (?, ?, ?) RETURNING id";
  private static final String BY_ID = "SELECT id, version, document FROM mapping WHERE id = ?";

  private static final String BY_VERSION =
      "SELECT id, version, document FROM mapping WHERE name = ? AND version = ?";

  private record Stored(int id, int version, String document) {}

  private final JdbcTemplate jdbc;
  private final Reader reader;
  private final Map<Integer, Mapping> read = new ConcurrentHashMap<>();
  private final Mapping current;
  private final String currentText;

  StoredMappings(JdbcTemplate jdbc, Transactions transactions, Reader reader, String configured) {
    this.jdbc = jdbc;
    this.reader = reader;
    String name = reader.read(configured, 0, 1).name();
    Stored stored = transactions.call(() -> register(name, configured));
    current = mapping(stored);
    currentText = stored.document;
  }

  @Override
  public Mapping current() {
    return current;
  }

  @Override
  public Mapping find(int id) {
    Mapping known = read.get(id);
    if (known != null) {
      return known;
    }
    return query(BY_ID, id).stream()
        .findFirst()
        .map(this::mapping)
        .orElseThrow(() -> new IllegalArgumentException("mapping: there is no version " + id));
  }

  @Override
  public Document inForce() {
    return new Document(current, currentText);
  }

  @Override
  public Optional<Document> find(String name, int version) {
    return query(BY_VERSION, name, version).stream()
        .findFirst()
        .map(it -> new Document(mapping(it), it.document));
  }

  /** Several processes may start at once with the same new document: it becomes one version. */
  private Stored register(String name, String document) {
    jdbc.query(LOCK, row -> {}, ADVISORY_LOCK);
    List<Stored> newest = query(NEWEST, name);
    if (!newest.isEmpty() && newest.get(0).document.equals(document)) {
      return newest.get(0);
    }
    int version = newest.isEmpty() ? 1 : newest.get(0).version + 1;
    Integer id = jdbc.queryForObject(ADD, Integer.class, name, version, document);
    return new Stored(Objects.requireNonNull(id), version, document);
  }

  private Mapping mapping(Stored stored) {
    return read.computeIfAbsent(stored.id, id -> reader.read(stored.document, id, stored.version));
  }

  private List<Stored> query(String sql, Object... parameters) {
    return jdbc.query(
        sql,
        (row, number) -> new Stored(row.getInt(1), row.getInt(2), row.getString(3)),
        parameters);
  }
}
