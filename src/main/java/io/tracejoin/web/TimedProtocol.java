package io.tracejoin.web;

import java.io.IOException;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's HTTP/1.1, whose requests tell how long a read of their body may wait. The container has
 * one time for all bodies of a port; a live upload may pause for minutes, no other body may.
 */
public final class TimedProtocol extends Http11NioProtocol {

  private static final String SOCKET = TimedProtocol.class.getName() + ".socket";

  /** Made by the container, by name. */
  public TimedProtocol() {}

  @Override
  protected Processor createProcessor() {
    return new Timed(this, getAdapter());
  }

  /** How long each read of this request's body may wait; false where it came in another way. */
  static boolean longestRead(Request request, long millis) {
    if (request.getAttribute(SOCKET) instanceof SocketWrapperBase<?> socket) {
      socket.setReadTimeout(millis);
      return true;
    }
    return false;
  }

  private static final class Timed extends Http11Processor {

    Timed(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
      super(protocol, adapter);
    }

    @Override
    public SocketState service(SocketWrapperBase<?> socket) throws IOException {
      request.setAttribute(SOCKET, socket);
      return super.service(socket);
    }
  }
}
