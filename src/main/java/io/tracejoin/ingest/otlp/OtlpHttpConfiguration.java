package io.tracejoin.ingest.otlp;

import io.tracejoin.ingest.IngestProperties;
import java.time.Duration;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.springframework.beans.factory.annotation.Value;
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

  private static final int THREADS = 400;

  /**
   * A thread waits for the next bytes of a body: not longer than a body may take, and for more
   * bodies at once than exporters that hang are likely to send.
   */
  @Bean
  Connector otlpHttpConnector(
      OtlpProperties properties, @Value("${tracejoin.bodies.patience:30s}") Duration patience) {
    Connector connector = new Connector(TomcatWebServerFactory.DEFAULT_PROTOCOL);
    connector.setPort(properties.http().port());
    connector.setThrowOnFailure(true);
    // The rest of a body that was refused is read, else the sender sees a reset, not the answer.
    connector.setProperty("maxSwallowSize", Long.toString(properties.maxRequestSize().toBytes()));
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("disableUploadTimeout", "false");
    connector.setProperty("connectionUploadTimeout", Long.toString(patience.toMillis()));
    connector.setProperty("maxThreads", Integer.toString(THREADS));
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
