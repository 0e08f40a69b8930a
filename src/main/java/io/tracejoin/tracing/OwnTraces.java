package io.tracejoin.tracing;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.exporter.FinishedSpan;
import io.micrometer.tracing.exporter.SpanExportingPredicate;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;
import io.tracejoin.ingest.OwnOrigin;
import io.tracejoin.ingest.RequestKeys;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.SdkTracerProviderBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * What is traced and what is not, where an endpoint is named. Requests of exporters are not: their
 * spans would be exported, and so be requests of an exporter. Should the endpoint lead back here,
 * by whatever way, the spans carry where they come from and are not stored.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(OffWithoutEndpoint.ENDPOINT)
class OwnTraces {

  /** On spans alone: attributes of high cardinality are no labels of meters. */
  private static final String UNTRACED = "tracejoin.untraced";

  private static final String EXPORT_PATH = "/v1/traces";
  private static final String EXPORT_METHOD = "TraceService/Export";

  /** The path as it was asked for names runs and traces; the template stands beside it. */
  private static final String PATH = "http.url";

  @Bean
  static BeanPostProcessor observedPorts(ObjectProvider<ObservationRegistry> registry) {
    return new ObservedPorts(registry);
  }

  @Bean
  SdkTracerProviderBuilderCustomizer origin(RequestKeys keys) {
    return builder -> {
      keys.require();
      String origin = OwnOrigin.of(keys);
      builder.addResource(
          Resource.create(Attributes.of(AttributeKey.stringKey(OwnOrigin.ATTRIBUTE), origin)));
    };
  }

  @Bean
  ObservationFilter withoutPaths() {
    return context -> {
      if (isExport(context)) {
        context.addHighCardinalityKeyValue(KeyValue.of(UNTRACED, "true"));
      }
      context.removeHighCardinalityKeyValue(PATH);
      return context;
    };
  }

  @Bean
  SpanExportingPredicate worthASpan() {
    return OwnTraces::isWorthIt;
  }

  private static boolean isWorthIt(FinishedSpan span) {
    return !"true".equals(span.getTags().get(UNTRACED));
  }

  private static boolean isExport(Observation.Context context) {
    if (context instanceof ServerRequestObservationContext http && http.getCarrier() != null) {
      return EXPORT_PATH.equals(http.getCarrier().getRequestURI());
    }
    String name = context.getContextualName();
    return (name != null && name.contains(EXPORT_METHOD))
        || context.containsKey(ObservedPorts.Idle.class);
  }
}
