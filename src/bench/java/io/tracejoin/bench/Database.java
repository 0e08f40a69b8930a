package io.tracejoin.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The embedded PostgreSQL of a service, for baselines beside it.
 *
 * @param directory the service's data directory
 */
record Database(Path directory) {

  static final String USER = "tracejoin";

  private static final int PORT_LINE = 3;

  /** A new connection; the caller closes it. */
  Connection connect() throws IOException, SQLException {
    return DriverManager.getConnection(url(), USER, password());
  }

  /** Where it listens on this machine. */
  String url() throws IOException {
    String port = Files.readAllLines(directory.resolve("pgdata/postmaster.pid")).get(PORT_LINE);
    return "jdbc:postgresql://127.0.0.1:" + port.strip() + "/tracejoin";
  }

  /** The password of {@link #USER}. */
  String password() throws IOException {
    return Files.readString(directory.resolve("password")).strip();
  }

  /** The first column of the first row, a number. */
  static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(text(connection, sql));
  }

  /** The first column of the first row. */
  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** The first column of all rows, texts. */
  static List<String> texts(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        texts.add(row.getString(1));
      }
    }
    return texts;
  }

  /** Runs the statements; what they select is left unread. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns when all that waits to be joined is joined. */
  static void awaitJoined(Connection connection) throws SQLException, InterruptedException {
    while (number(connection, "SELECT count(*) FROM join_work") > 0) {
      Thread.sleep(20);
    }
  }
}
