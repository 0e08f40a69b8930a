package io.tracejoin.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/**
 * Lets a migration take the time it needs: an index on a large table is made within hours, and says
 * nothing meanwhile. The pool's limit holds again when the connection comes back to it.
 */
@Component
final class PatientMigrations implements FlywayConfigurationCustomizer {

  @Override
  public void customize(FluentConfiguration configuration) {
    configuration.dataSource(new Patient(Objects.requireNonNull(configuration.getDataSource())));
  }

  private static final class Patient extends DelegatingDataSource {

    Patient(DataSource source) {
      super(source);
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      connection.setNetworkTimeout(Runnable::run, 0);
      return connection;
    }
  }
}
