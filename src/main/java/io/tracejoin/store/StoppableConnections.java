package io.tracejoin.store;

import io.tracejoin.errand.Errand;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Stops at the database what nobody waits for any more: while a connection is held for an {@link
 * Errand}, abandoning it cancels the statement that runs on the connection. Connections of work
 * without an errand (spans, joins, jobs) are the pool's own.
 */
final class StoppableConnections extends DelegatingDataSource {

  private static final Logger LOG = LoggerFactory.getLogger(StoppableConnections.class);

  private StoppableConnections(DataSource pool) {
    super(pool);
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (Errand.current().isEmpty()) {
      return super.getConnection();
    }
    Errand.running(() -> {}).close(); // nothing is begun for one who has left
    Connection connection = super.getConnection();
    try {
      Errand.Scope scope = Errand.running(() -> cancel(connection));
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> call(connection, scope, method, arguments));
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** The scope ends before the connection goes back: its next user must not be cancelled. */
  private static Object call(
      Connection connection, Errand.Scope scope, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("close")) {
      scope.close();
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void cancel(Connection connection) {
    try {
      connection.unwrap(PGConnection.class).cancelQuery();
    } catch (SQLException e) {
      // The statement ends at its own limit.
      LOG.debug("a statement cannot be cancelled: {}", e.getSQLState());
    }
  }

  /** Puts this before the pool. */
  @Configuration(proxyBeanMethods = false)
  static class BeforePool {

    @Bean
    static BeanPostProcessor stoppableConnections() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof DataSource pool && !(bean instanceof StoppableConnections)
              ? new StoppableConnections(pool)
              : bean;
        }
      };
    }
  }
}
