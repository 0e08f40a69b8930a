package io.tracejoin.ingest.otlp;

import io.tracejoin.ingest.IngestProperties;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Puts OTLP/HTTP on a port of its own. */
@Configuration(proxyBeanMethods = false)
class OtlpHttpConfiguration {

  @Bean
  Connector otlpHttpConnector(OtlpProperties properties) {
    Connector connector = new Connector(TomcatWebServerFactory.DEFAULT_PROTOCOL);
    connector.setPort(properties.http().port());
    connector.setThrowOnFailure(true);
    // The rest of a body that was refused is read, else the sender sees a reset, not the answer.
    connector.setProperty("maxSwallowSize", Long.toString(properties.maxRequestSize().toBytes()));
    connector.setProperty("maxKeepAliveRequests", "-1");
    return connector;
  }

  @Bean
  OtlpHttpPort otlpHttpPort(Connector otlpHttpConnector) {
    return new OtlpHttpPort(otlpHttpConnector);
  }

  /** Last, when the address of the server is known: both ports are bound to it. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> otlpHttpCustomizer(
      Connector otlpHttpConnector, OtlpProperties properties) {
    return factory -> {
      if (factory.getAddress() != null
          && otlpHttpConnector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
        protocol.setAddress(factory.getAddress());
      }
      OtlpHttpTls.apply(otlpHttpConnector, factory, properties.http().ssl());
      factory.addAdditionalConnectors(otlpHttpConnector);
    };
  }

  /** First of all filters: what does not belong to a port goes no further. */
  @Bean
  FilterRegistrationBean<OtlpPortFilter> otlpPortFilter(OtlpHttpPort port) {
    FilterRegistrationBean<OtlpPortFilter> filter =
        new FilterRegistrationBean<>(new OtlpPortFilter(port));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return filter;
  }

  /** A servlet, so that every filter (security above all) stands before it. */
  @Bean
  ServletRegistrationBean<OtlpHttpServlet> otlpHttpServlet(
      TraceReceiver receiver, OtlpProperties properties, IngestProperties ingest) {
    ServletRegistrationBean<OtlpHttpServlet> servlet =
        new ServletRegistrationBean<>(
            new OtlpHttpServlet(
                receiver, properties.maxRequestSize().toBytes(), ingest.answerWithin()),
            OtlpHttpServlet.PATH);
    servlet.setAsyncSupported(true);
    return servlet;
  }
}
