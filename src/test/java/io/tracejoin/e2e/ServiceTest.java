package io.tracejoin.e2e;

import io.tracejoin.TestDatabase;
import io.tracejoin.Tracejoin;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerStartedEvent;
import org.springframework.test.context.ContextConfiguration;

/**
 * A test of the whole service: free ports, a database of its own. Tests share the context, so each
 * uses its own runs and traces.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = Tracejoin.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.grpc.server.port=0",
      "tracejoin.otlp.http.port=0",
      "tracejoin.join.linger=20ms",
      "tracejoin.join.settle=500ms",
      "tracejoin.join.settle-poll=100ms"
    })
@ContextConfiguration(initializers = ServiceTest.Database.class)
@interface ServiceTest {

  /** Points the service to a fresh database. */
  final class Database implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
      TestDatabase database = TestDatabase.create();
      TestPropertyValues.of(
              "spring.datasource.url=" + database.url(),
              "spring.datasource.username=" + database.user(),
              "spring.datasource.password=" + database.password())
          .applyTo(context);
      context.addApplicationListener(event -> publish(event, context));
    }

    /** The gRPC port, for tests that export to it. */
    private static void publish(ApplicationEvent event, ConfigurableApplicationContext context) {
      if (event instanceof GrpcServerStartedEvent started) {
        TestPropertyValues.of("local.grpc.server.port=" + started.getPort())
            .applyTo(context.getEnvironment());
      }
    }
  }
}
