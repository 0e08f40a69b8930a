package io.tracejoin.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/** The scans of runs that are few enough to be read once and looked at column by column. */
final class RequestScans {

  /** Two reports at once take 120 bytes a request at most; the rest is room for everything else. */
  private static final int BYTES_OF_A_ROW = 200;

  private static final String MORE_THAN =
      """
      SELECT count(*) > ?
        FROM (SELECT 1 FROM joined_request WHERE run_id = ? LIMIT ?) AS counted
      """;

  private final JdbcTemplate jdbc;
  private final long mostRows;

  /** Two reports at once must fit into the heap. */
  RequestScans(JdbcTemplate jdbc) {
    this(jdbc, Runtime.getRuntime().maxMemory() / BYTES_OF_A_ROW);
  }

  RequestScans(JdbcTemplate jdbc, long mostRows) {
    this.jdbc = jdbc;
    this.mostRows = Math.min(mostRows, Integer.MAX_VALUE / 2);
  }

  /** The scans of one snapshot; belongs to one thread. */
  Open open() {
    return new Open();
  }

  /** Keeps what it has scanned until it is closed. */
  final class Open implements AutoCloseable {

    private final Map<Integer, Optional<RequestColumns>> scanned = new HashMap<>();

    /** The requests of a run; empty where they are too many. */
    Optional<RequestColumns> scan(int run) {
      return scanned.computeIfAbsent(
          run, it -> tooMany(it) ? Optional.empty() : RequestScan.scan(jdbc, it));
    }

    @Override
    public void close() {
      scanned.values().forEach(it -> it.ifPresent(RequestColumns::close));
    }
  }

  private boolean tooMany(int run) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(MORE_THAN, Boolean.class, mostRows, run, mostRows + 1));
  }
}
