package io.tracejoin.join;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Up while every joiner of this process runs; a replica that joins nothing takes no traffic. */
@Component("joinHealthIndicator")
final class JoinHealth implements HealthIndicator {

  private final JoinLoop loop;

  JoinHealth(JoinLoop loop) {
    this.loop = loop;
  }

  @Override
  public Health health() {
    return loop.allAtWork() ? Health.up().build() : Health.outOfService().build();
  }
}
