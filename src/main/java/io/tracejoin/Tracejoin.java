package io.tracejoin;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The Tracejoin service. */
@SpringBootApplication(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
@ConfigurationPropertiesScan
@EnableScheduling
public class Tracejoin {

  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(Tracejoin.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}
