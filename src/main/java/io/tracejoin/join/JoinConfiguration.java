package io.tracejoin.join;

import io.tracejoin.decompose.TraceJoin;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The pure join with the configured allowances. */
@Configuration(proxyBeanMethods = false)
class JoinConfiguration {

  @Bean
  TraceJoin traceJoin(ToleranceProperties tolerance, JoinProperties join) {
    return new TraceJoin(tolerance.tolerance(), join.reach());
  }
}
