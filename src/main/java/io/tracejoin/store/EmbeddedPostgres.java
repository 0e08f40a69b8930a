package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of the service's own: real binaries, listening on the loopback interface
 * alone, with a password that only the owner of the data directory can read.
 *
 * <p>The server is a daemon in a session of its own: an interrupt typed at the service's terminal
 * does not reach it before the service has ended its work. So it outlives a killed service, and the
 * next start ends it first (see {@link OrphanServer}).
 */
final class EmbeddedPostgres implements AutoCloseable {

  static final String USER = "tracejoin";
  private static final String DATABASE = "tracejoin";
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
  private static final int PORT_ATTEMPTS = 5;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

  private final ServerFiles files;
  private final ServerCommands commands;
  private final DirectoryLock lock;
  private final String password;
  private final int port;
  private boolean closed;

  private EmbeddedPostgres(
      ServerFiles files, ServerCommands commands, DirectoryLock lock, String password, int port) {
    this.files = files;
    this.commands = commands;
    this.lock = lock;
    this.password = password;
    this.port = port;
  }

  /**
   * Starts a server on the data directory, made if it is new.
   *
   * @throws IllegalStateException naming what is in the way: another service, data of another
   *     version, a server that does not come up
   */
  static EmbeddedPostgres start(EmbeddedPostgresProperties properties) {
    ServerFiles files = ServerFiles.in(properties.dataDir());
    DirectoryLock lock = DirectoryLock.take(files.lock());
    try {
      return start(properties, files, lock);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static EmbeddedPostgres start(
      EmbeddedPostgresProperties properties, ServerFiles files, DirectoryLock lock) {
    ServerAccount account = ServerAccount.detect();
    Path binaries = PostgresBinaries.unpack(files.cache(properties.cacheDir(), account));
    ServerCommands commands = new ServerCommands(binaries, account);
    files.requireVersion(commands.majorVersion());
    OrphanServer.stop(files.data());
    String password = files.password();
    account.own(files.directory());
    if (!files.exists()) {
      LOG.info("creating a PostgreSQL {} in {}", commands.majorVersion(), files.data());
      files.create(unfinished -> commands.initdb(unfinished, USER, files.passwordFile()));
    }
    int port = startOnPort(properties, files, commands);
    EmbeddedPostgres server = new EmbeddedPostgres(files, commands, lock, password, port);
    server.createDatabase();
    LOG.info("PostgreSQL is ready on 127.0.0.1:{}, data in {}", port, files.data());
    return server;
  }

  private static int startOnPort(
      EmbeddedPostgresProperties properties, ServerFiles files, ServerCommands commands) {
    for (int attempt = 1; ; attempt++) {
      int port = properties.port() != 0 ? properties.port() : freePort();
      try {
        List<String> settings = ServerSettings.on(port);
        commands.start(files.data(), files.log(), settings, properties.startTimeout());
        return port;
      } catch (IllegalStateException e) {
        // A free port may be taken before the server binds it.
        if (properties.port() != 0
            || attempt == PORT_ATTEMPTS
            || !files.logTail().contains("bind")) {
          throw new IllegalStateException(e.getMessage() + "\n" + files.logTail(), e);
        }
      }
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void createDatabase() {
    try (Connection connection = DriverManager.getConnection(url("postgres"), USER, password);
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + DATABASE + "'")) {
      if (!found.next()) {
        statement.execute("CREATE DATABASE " + DATABASE);
      }
    } catch (SQLException e) {
      close();
      throw new IllegalStateException("the embedded PostgreSQL refuses: " + e.getMessage(), e);
    }
  }

  String jdbcUrl() {
    return url(DATABASE);
  }

  String password() {
    return password;
  }

  int port() {
    return port;
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?ApplicationName=tracejoin";
  }

  /** Stops the server and lets the data directory go. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      commands.stop(files.data(), STOP_TIMEOUT);
    } catch (IllegalStateException e) {
      LOG.warn("PostgreSQL does not stop, the next start will end it: {}", e.getMessage());
    } finally {
      lock.close();
    }
    boolean left = Files.exists(files.data().resolve("postmaster.pid"));
    LOG.info("PostgreSQL is {}", left ? "still running" : "stopped");
  }
}
