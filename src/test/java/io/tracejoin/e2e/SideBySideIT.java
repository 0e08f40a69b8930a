package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracejoin.TestDatabase;
import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * An earlier version and this one on one database, as while replicas are replaced one after the
 * other. The earlier jar is named by {@code -Dtracejoin.previous.jar=…}; without it this is
 * skipped.
 */
class SideBySideIT {

  private static final String PREVIOUS = System.getProperty("tracejoin.previous.jar", "");
  private static final String RUN = "side-by-side";
  private static final int PREFIX = 0x51de0001;
  private static final int BATCHES = 60;
  private static final int BATCH = 50;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path directory;

  @Test
  void anEarlierVersionGoesOnBesideThisOneUntilItIsReplaced() throws IOException {
    assumeTrue(!PREVIOUS.isEmpty(), "no -Dtracejoin.previous.jar");
    List<String> traces = Generated.traceIds(PREFIX, BATCHES * BATCH);
    List<String> records = List.of(Generated.records(traces).split("\n"));
    try (TestDatabase database = TestDatabase.empty()) {
      ServiceProcess earlier = start(database, "earlier", PREVIOUS);
      try {
        send(traces, records, 0, earlier, earlier);
        Instant replaced;
        try (ServiceProcess current =
            start(database, "current", System.getProperty("tracejoin.jar"))) {
          send(traces, records, 1, earlier, current);
          earlier.kill();
          replaced = Instant.now();
          send(traces, records, 2, current, current);
          Counted counted = new Counted(database.jdbc(), PREFIX);
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> counted.matched() == (long) BATCHES * BATCH);
          current.service().finish(RUN);
          assertThat(
                  current
                      .service()
                      .json("/api/v1/runs/" + RUN + "/report")
                      .path("join")
                      .path("matched")
                      .asInt())
              .isEqualTo(BATCHES * BATCH);
          FaultTable.add(
              "the version before and this one side by side, then the earlier killed (-9)",
              BATCHES * BATCH + " requests, a third to each and a third to both",
              (long) Counted.SPANS_OF_A_TRACE * BATCHES * BATCH - counted.spans(),
              counted.repeated(),
              "all joined %d ms after the kill".formatted(OwnPostgres.millisSince(replaced)));
        }
      } finally {
        earlier.close();
      }
    }
  }

  /** A third of the batches: spans to one, records to the other, in turn. */
  private static void send(
      List<String> traces,
      List<String> records,
      int third,
      ServiceProcess one,
      ServiceProcess other) {
    for (int i = third * BATCHES / 3; i < (third + 1) * BATCHES / 3; i++) {
      int from = i * BATCH;
      ServiceProcess spansTo = i % 2 == 0 ? one : other;
      ServiceProcess recordsTo = i % 2 == 0 ? other : one;
      Service.accepted(
          spansTo.service().otlpJson(Generated.otlp(traces.subList(from, from + BATCH))));
      Service.accepted(
          recordsTo
              .service()
              .records(RUN, "native", String.join("\n", records.subList(from, from + BATCH))));
    }
  }

  private ServiceProcess start(TestDatabase database, String name, String jar) throws IOException {
    return ServiceProcess.startJar(
        jar,
        Ports.free(),
        Files.createDirectories(directory.resolve(name)),
        "--spring.datasource.url=" + database.url(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password(),
        "--tracejoin.join.settle=500ms",
        "--tracejoin.join.settle-poll=100ms");
  }
}
