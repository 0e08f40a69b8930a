package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StalledWritesIT {

  private static final int PATIENCE_MILLIS = 400;

  @Test
  void aConnectionThatTakesNothingIsGivenUp() throws SQLException {
    try (TestDatabase database = TestDatabase.create();
        Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password())) {
      connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
      try (StalledWrites ignored = StalledWrites.watch(connection)) {
        await().atMost(Duration.ofSeconds(10)).until(connection::isClosed);
      }
    }
  }

  @Test
  void aConnectionThatTakesSomethingOrIsDoneIsLeftAlone() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        Connection connection = database.dataSource().getConnection()) {
      connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
      Connection physical = connection.unwrap(Connection.class);
      try (StalledWrites stalled = StalledWrites.watch(physical)) {
        for (int i = 0; i < 20; i++) {
          Thread.sleep(PATIENCE_MILLIS / 8);
          stalled.written();
        }
      }
      Thread.sleep(3 * PATIENCE_MILLIS);
      assertThat(physical.isClosed()).isFalse();
    }
  }

  @Test
  void withoutATimeoutItIsWaitedForEver() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        Connection connection = database.dataSource().getConnection()) {
      connection.setNetworkTimeout(Runnable::run, 0);
      try (StalledWrites ignored = StalledWrites.watch(connection)) {
        Thread.sleep(200);
      }
      assertThat(connection.isClosed()).isFalse();
    }
  }
}
