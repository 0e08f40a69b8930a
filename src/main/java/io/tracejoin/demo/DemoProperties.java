package io.tracejoin.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The simulated load of profile {@code demo}.
 *
 * @param duration simulated length of each run
 * @param rate simulated requests per second, an open load
 * @param seed of all random draws: the same seed makes the same load
 * @param token what the service asks for; null where it asks for none
 */
@ConfigurationProperties("tracejoin.demo")
record DemoProperties(
    @DefaultValue("10m") Duration duration,
    @DefaultValue("8") int rate,
    @DefaultValue("7") long seed,
    @Nullable String token) {

  /** Without the token. */
  @Override
  public String toString() {
    return "DemoProperties[duration=" + duration + ", rate=" + rate + ", seed=" + seed + "]";
  }
}
