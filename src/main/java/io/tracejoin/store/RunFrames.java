package io.tracejoin.store;

import io.tracejoin.decompose.RunFrame;
import io.tracejoin.run.MappingCatalog;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** What the join must know of runs. */
@Component
final class RunFrames {

  private static final String OF_RUNS =
      """
      SELECT id, version, mapping_id, first_send_ns, last_send_ns, run.run_id,
             CASE WHEN jsonb_typeof(declaration -> 'services') = 'array'
                  THEN ARRAY (SELECT jsonb_array_elements_text(declaration -> 'services')) END,
             CASE WHEN jsonb_typeof(declaration -> 'generator_services') = 'array'
                  THEN ARRAY (SELECT jsonb_array_elements_text(declaration -> 'generator_services'))
              END
        FROM run LEFT JOIN run_progress ON run_progress.run_id = run.id
       WHERE id = ANY (?)
      """;
  private static final String VERSIONS = "SELECT id, version FROM run WHERE id = ANY (?)";

  /**
   * A frame and the version of the run that it was read from.
   *
   * @param sent the range of sends that the frame holds
   */
  record Versioned(RunFrame frame, int version, SendRange sent) {}

  private final JdbcTemplate jdbc;
  private final MappingCatalog mappings;

  RunFrames(JdbcTemplate jdbc, MappingCatalog mappings) {
    this.jdbc = jdbc;
    this.mappings = mappings;
  }

  /** The frames of those runs that exist. */
  Map<Integer, Versioned> find(Collection<Integer> runs) {
    Map<Integer, Versioned> found = new HashMap<>();
    if (!runs.isEmpty()) {
      jdbc.query(
          OF_RUNS,
          statement -> SqlArray.setInts(statement, 1, runs),
          row -> {
            Versioned frame = read(row);
            found.put(frame.frame().id(), frame);
          });
    }
    return found;
  }

  /** The versions of those runs that exist, now. */
  Map<Integer, Integer> versions(Collection<Integer> runs) {
    Map<Integer, Integer> found = new HashMap<>();
    if (!runs.isEmpty()) {
      jdbc.query(
          VERSIONS,
          statement -> SqlArray.setInts(statement, 1, runs),
          row -> {
            found.put(row.getInt(1), row.getInt(2));
          });
    }
    return found;
  }

  private Versioned read(ResultSet row) throws SQLException {
    RowReader in = new RowReader(row);
    int id = in.int4();
    int version = in.int4();
    int mapping = in.int4();
    SendRange sent = new SendRange(in.nullableInt8(), in.nullableInt8());
    RunFrame frame =
        new RunFrame(
            id,
            Objects.requireNonNull(in.text()),
            Set.copyOf(SqlArray.texts(row, 7)),
            Set.copyOf(SqlArray.texts(row, 8)),
            sent.first(),
            sent.last(),
            mappings.find(mapping));
    return new Versioned(frame, version, sent);
  }
}
