package io.tracejoin.store;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the embedded server is tuned: bulk loads, few connections, one machine shared with the
 * service.
 */
final class ServerSettings {

  private static final long MEBIBYTE = 1L << 20;

  private ServerSettings() {}

  /** Options of {@code postgres}; no value needs quoting in a shell. */
  static List<String> on(int port) {
    long memory = memoryMebibytes();
    Map<String, String> settings = new TreeMap<>();
    settings.put("port", Integer.toString(port));
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("unix_socket_directories", ""); // their paths have a length limit
    settings.put("max_connections", "60");
    settings.put("shared_buffers", clamp(memory / 8, 128, 2048) + "MB");
    settings.put("effective_cache_size", clamp(memory / 2, 256, 65536) + "MB");
    settings.put("work_mem", clamp(memory / 128, 16, 128) + "MB");
    settings.put("maintenance_work_mem", clamp(memory / 32, 64, 512) + "MB");
    // What was acknowledged survives a kill of anything, and a power cut.
    settings.put("fsync", "on");
    settings.put("synchronous_commit", "on");
    settings.put("full_page_writes", "on");
    // Few checkpoints under load; recovery after a crash still takes seconds.
    settings.put("max_wal_size", "4GB");
    settings.put("min_wal_size", "512MB");
    settings.put("wal_buffers", "32MB");
    settings.put("wal_compression", "pglz"); // the binaries are built without lz4 and zstd
    settings.put("checkpoint_timeout", "15min");
    settings.put("checkpoint_completion_target", "0.9");
    settings.put("wal_level", "minimal");
    settings.put("max_wal_senders", "0");
    settings.put("jit", "off");
    settings.put("random_page_cost", "1.1");
    settings.put("timezone", "UTC");
    settings.put("log_timezone", "UTC");
    settings.putAll(logging());
    if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
      // Containers have 64 MB of /dev/shm; a parallel query needs more.
      settings.put("dynamic_shared_memory_type", "sysv");
    }
    return options(settings);
  }

  /** A week of files in the cluster's {@code log}, each day's overwritten a week later. */
  private static Map<String, String> logging() {
    return Map.of(
        "logging_collector", "on",
        "log_filename", "postgresql-%u.log",
        "log_rotation_age", "1d",
        "log_rotation_size", "0",
        "log_truncate_on_rotation", "on",
        "log_min_messages", "warning",
        "log_min_error_statement", "panic", // statements may hold values
        "log_checkpoints", "off");
  }

  private static List<String> options(Map<String, String> settings) {
    List<String> options = new ArrayList<>();
    settings.forEach(
        (name, value) -> {
          options.add("-c");
          options.add(name + "=" + value);
        });
    return options;
  }

  private static long memoryMebibytes() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getTotalMemorySize() / MEBIBYTE;
  }

  private static long clamp(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }
}
