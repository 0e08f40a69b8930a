package io.tracejoin.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Closes the connection of a body that came too slowly. The container would read the rest of it
 * after the answer, as slowly as it comes.
 */
final class SlowBodyValve extends ValveBase {

  private SlowBodyValve() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.getAttribute(TimelyBody.TOO_SLOW) != null) {
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }

  /** Adds the valve to the server. */
  @Configuration(proxyBeanMethods = false)
  static class InServer {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> slowBodies() {
      return factory -> factory.addEngineValves(new SlowBodyValve());
    }
  }
}
