package io.tracejoin.security;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.observation.SecurityObservationSettings;

/**
 * No observation of the framework's own filters: each of them would be wrapped, for every request,
 * to tell what the observation of the request tells already.
 */
@Configuration(proxyBeanMethods = false)
class SecurityObservations {

  @Bean
  SecurityObservationSettings ofTheRequestAlone() {
    return SecurityObservationSettings.noObservations();
  }
}
