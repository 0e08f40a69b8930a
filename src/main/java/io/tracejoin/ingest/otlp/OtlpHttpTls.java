package io.tracejoin.ingest.otlp;

import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.tomcat.SslConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ClientAuth;
import org.springframework.boot.web.server.WebServerSslBundle;

/** TLS on the port of OTLP/HTTP: the framework sees to the first port alone. */
final class OtlpHttpTls {

  private OtlpHttpTls() {}

  /** Does nothing where neither this port nor the server is to use TLS. */
  static void apply(
      Connector connector, TomcatServletWebServerFactory factory, OtlpProperties.Tls own) {
    SslBundles bundles = factory.getSslBundles();
    Ssl server = factory.getSsl();
    String name = own.bundle() != null ? own.bundle() : server == null ? null : server.getBundle();
    if (name == null && !Ssl.isEnabled(server)) {
      return;
    }
    SslConnectorCustomizer tls =
        new SslConnectorCustomizer(
            LogFactory.getLog(OtlpHttpTls.class), connector, clientAuth(own, server));
    tls.customize(bundle(name, server, bundles), Map.of());
    if (name != null && bundles != null) {
      bundles.addBundleUpdateHandler(name, it -> tls.update(null, it));
    }
  }

  private static SslBundle bundle(
      @Nullable String name, @Nullable Ssl server, @Nullable SslBundles bundles) {
    return name != null && bundles != null
        ? bundles.getBundle(name)
        : WebServerSslBundle.get(server, bundles);
  }

  private static @Nullable ClientAuth clientAuth(OtlpProperties.Tls own, @Nullable Ssl server) {
    return own.clientAuth() != null || server == null ? own.clientAuth() : server.getClientAuth();
  }
}
