package io.tracejoin.tracing;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Leaves all of tracing out where no endpoint is named. The framework would make spans for nobody,
 * and write their IDs into every line of the log.
 */
public final class OffWithoutEndpoint implements AutoConfigurationImportFilter, EnvironmentAware {

  static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";

  private static final String TRACING = "org.springframework.boot.micrometer.tracing.";
  private static final String OPENTELEMETRY = "org.springframework.boot.opentelemetry.";

  private boolean on;

  /** Made by the framework, by name. */
  public OffWithoutEndpoint() {}

  @Override
  public void setEnvironment(Environment environment) {
    on = StringUtils.hasText(environment.getProperty(ENDPOINT));
  }

  @Override
  public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
    boolean[] kept = new boolean[classes.length];
    for (int i = 0; i < classes.length; i++) {
      String name = classes[i];
      kept[i] = on || name == null || !(name.startsWith(TRACING) || name.startsWith(OPENTELEMETRY));
    }
    return kept;
  }
}
