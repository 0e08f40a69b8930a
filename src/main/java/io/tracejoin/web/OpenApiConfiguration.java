package io.tracejoin.web;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What stands above the published API. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

  @Bean
  OpenAPI openApi() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Tracejoin")
                .version("v1")
                .description(
                    "Joins load-generator durations with OpenTelemetry spans and says where each millisecond went."));
  }
}
