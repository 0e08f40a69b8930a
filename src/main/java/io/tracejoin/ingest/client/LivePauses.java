package io.tracejoin.ingest.client;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Lets a live upload pause. Tomcat gives up a body after 20 s without a byte, which a load test
 * that ramps slowly, or waits for slow answers, exceeds. Only bodies may wait: request lines and
 * headers keep the short time.
 */
@Component
final class LivePauses implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  private final int millis;

  LivePauses(ClientIngestProperties properties) {
    this.millis = (int) properties.longestPause().toMillis();
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addConnectorCustomizers(
        connector -> {
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            http.setDisableUploadTimeout(false);
            http.setConnectionUploadTimeout(millis);
          }
        });
  }
}
