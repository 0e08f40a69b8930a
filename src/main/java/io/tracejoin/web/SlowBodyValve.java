package io.tracejoin.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Bounds how long a body may hold a thread: each read of it, and what the container does with the
 * rest of a body that nobody read. It would read that after the answer, as slowly as it comes.
 */
final class SlowBodyValve extends ValveBase {

  /** Attribute of a request whose rest is not worth to be waited for. */
  static final String LEAVE_REST = SlowBodyValve.class.getName() + ".leaveRest";

  /** Enough for what is under way when the answer is given. */
  private static final long REST_MILLIS = 2_000;

  private final BodyLimits limits;

  private SlowBodyValve(BodyLimits limits) {
    super(true);
    this.limits = limits;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    boolean timed =
        BodyFilter.isUpload(request)
            || TimedProtocol.longestRead(request.getCoyoteRequest(), limits.patience().toMillis());
    if (BodyFilter.needsNoBody(request) && hasBody(request)) {
      request.setAttribute(LEAVE_REST, true); // it is nobody's
    }
    getNext().invoke(request, response);
    if (request.getAttribute(TimelyBody.TOO_SLOW) != null
        || request.getAttribute(LEAVE_REST) != null) {
      leaveRest(request);
    } else if (timed && !request.isAsync() && !isRead(request)) {
      response.finishResponse(); // the answer first: who reads it need not send the rest
      readRest(request);
    }
  }

  /** Else the sender of a body that was refused sees a reset, not the answer. */
  private static void readRest(Request request) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
    org.apache.coyote.Request connection = request.getCoyoteRequest();
    TimedProtocol.longestRead(connection, REST_MILLIS);
    Discarded rest = new Discarded();
    try {
      // Below the servlet's stream, which whoever refused the body may have closed.
      while (connection.doRead(rest) >= 0) {
        if (System.nanoTime() > end) {
          leaveRest(request);
          return;
        }
      }
    } catch (IOException gone) {
      leaveRest(request);
    }
  }

  /** Is handed the container's own buffer, again and again. */
  private static final class Discarded implements ApplicationBufferHandler {

    private ByteBuffer last = ByteBuffer.allocate(0);

    @Override
    public void setByteBuffer(ByteBuffer buffer) {
      last = buffer;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return last;
    }

    @Override
    public void expand(int size) {
      // Nothing is kept.
    }
  }

  private static boolean hasBody(Request request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  private static boolean isRead(Request request) {
    AtomicBoolean read = new AtomicBoolean();
    request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, read);
    return read.get();
  }

  /** The connection is closed after the answer. */
  private static void leaveRest(Request request) {
    request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
  }

  /** Adds the valve to the server, and the protocol that it needs. */
  @Configuration(proxyBeanMethods = false)
  static class InServer {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> slowBodies(BodyLimits limits) {
      return factory -> {
        factory.setProtocol(TimedProtocol.class.getName());
        factory.addEngineValves(new SlowBodyValve(limits));
      };
    }
  }
}
