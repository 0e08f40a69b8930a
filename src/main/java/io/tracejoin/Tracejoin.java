package io.tracejoin;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.grpc.server.autoconfigure.security.GrpcServerOAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.grpc.server.autoconfigure.security.GrpcServerSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The Tracejoin service. */
@SpringBootApplication(
    nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class,
    // gRPC has a door of its own, which takes the same tokens as REST.
    exclude = {
      GrpcServerSecurityAutoConfiguration.class,
      GrpcServerOAuth2ResourceServerAutoConfiguration.class
    })
@ConfigurationPropertiesScan
@EnableScheduling
public class Tracejoin {

  /** Starts the service; with {@code --tracejoin.schema-only=true} makes the schema and ends. */
  public static void main(String[] args) {
    if (Schema.only(args)) {
      Schema.migrate(args);
    } else {
      SpringApplication.run(Tracejoin.class, args);
    }
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}
