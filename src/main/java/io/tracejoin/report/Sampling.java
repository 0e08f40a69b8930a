package io.tracejoin.report;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The declared sampling of the run's traces.
 *
 * @param policy {@code undeclared} where nothing was said
 */
public record Sampling(String policy, @Nullable BigDecimal ratio) {

  static final String UNDECLARED = "undeclared";

  boolean undeclared() {
    return policy.equals(UNDECLARED);
  }
}
