package io.tracejoin;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A fresh, migrated database on a real PostgreSQL: a container where Docker answers, else embedded
 * binaries. One server a JVM; each call of {@link #create} is a database of its own.
 */
public final class TestDatabase implements AutoCloseable {

  private static final String TEMPLATE = "migrated";
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static @Nullable Server server;

  /** How a database of the shared server is reached. */
  private record Server(String host, int port, String user, String password) {
    String url(String database) {
      return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }
  }

  private final String url;
  private final String user;
  private final String password;
  private final HikariDataSource pool = new HikariDataSource();

  private TestDatabase(Server server, String name) {
    url = server.url(name);
    user = server.user;
    password = server.password;
    pool.setJdbcUrl(url);
    pool.setUsername(user);
    pool.setPassword(password);
    pool.setMaximumPoolSize(8);
    pool.setMinimumIdle(1);
  }

  /** Makes a database with all migrations applied. */
  public static synchronized TestDatabase create() {
    Server running = server();
    String name = "test_" + NUMBERS.incrementAndGet();
    execute(running, "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
    return new TestDatabase(running, name);
  }

  /** Makes a database without tables. */
  public static synchronized TestDatabase empty() {
    Server running = server();
    String name = "test_" + NUMBERS.incrementAndGet();
    execute(running, "CREATE DATABASE " + name);
    return new TestDatabase(running, name);
  }

  /** A pool of a few connections. */
  public DataSource dataSource() {
    return pool;
  }

  /** On a pooled connection. */
  public JdbcTemplate jdbc() {
    return new JdbcTemplate(pool);
  }

  /** For {@code spring.datasource.url}. */
  public String url() {
    return url;
  }

  /** For {@code spring.datasource.username}. */
  public String user() {
    return user;
  }

  /** For {@code spring.datasource.password}. */
  public String password() {
    return password;
  }

  /** Closes the pool; the database is left to the end of the JVM. */
  @Override
  public void close() {
    pool.close();
  }

  private static Server server() {
    if (server == null) {
      Server started = dockerAnswers() ? container() : embedded();
      execute(started, "CREATE DATABASE " + TEMPLATE);
      Flyway.configure()
          .dataSource(started.url(TEMPLATE), started.user, started.password)
          .load()
          .migrate();
      server = started;
    }
    return server;
  }

  /** Asks Docker only where there is a way to it: the question takes seconds. */
  private static boolean dockerAnswers() {
    boolean reachable =
        System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
    return reachable && DockerClientFactory.instance().isDockerAvailable();
  }

  @SuppressWarnings("resource") // ends with the JVM
  private static Server container() {
    PostgreSQLContainer container = new PostgreSQLContainer("postgres:18");
    container.start();
    return new Server(
        container.getHost(),
        container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
        container.getUsername(),
        container.getPassword());
  }

  @SuppressWarnings("resource") // ends with the JVM
  private static Server embedded() {
    try {
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder().setServerConfig("shared_buffers", "256MB").start();
      return new Server("localhost", postgres.getPort(), "postgres", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void execute(Server on, String sql) {
    String database = on.user.equals("test") ? "test" : "postgres";
    try (Connection connection =
            DriverManager.getConnection(on.url(database), on.user, on.password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
