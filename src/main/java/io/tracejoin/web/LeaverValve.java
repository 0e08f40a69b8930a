package io.tracejoin.web;

import io.tracejoin.errand.Errand;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes an {@link Errand} of every question to the API and has {@link Leavers} look whether whoever
 * asked is still there. A question that is answered later, by another thread, keeps its errand from
 * one dispatch to the next.
 */
final class LeaverValve extends ValveBase {

  private static final String QUESTION = LeaverValve.class.getName();
  private static final String API = "/api/v1/";

  /** Who is answered later and gets nothing until then; who listens to a stream is written to. */
  private static final Pattern ANSWERED_LATER = Pattern.compile(".*/(?:verdict|preflight)/?");

  private final Leavers leavers;

  private LeaverValve(Leavers leavers) {
    super(true);
    this.leavers = leavers;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Question question = question(request);
    if (question == null) {
      getNext().invoke(request, response);
      return;
    }
    try (Errand.Scope ignored = question.errand().bind()) {
      getNext().invoke(request, response);
    } finally {
      if (request.isAsync() && ANSWERED_LATER.matcher(request.getRequestURI()).matches()) {
        request.getAsyncContext().addListener(new Answered(() -> leavers.forget(question)));
      } else {
        leavers.forget(question);
      }
    }
  }

  /** Null for what is none, or comes with a body: that could not be told from a sign of life. */
  private @Nullable Question question(Request request) {
    if (request.getAttribute(QUESTION) instanceof Question known) {
      return known;
    }
    String path = request.getRequestURI();
    if (!request.getMethod().equals("GET")
        || !path.startsWith(API)
        || request.getContentLengthLong() > 0
        || request.getHeader("Transfer-Encoding") != null) {
      return null;
    }
    Question question = new Question(request);
    request.setAttribute(QUESTION, question);
    leavers.watch(question);
    return question;
  }

  /** Adds the valve to the server. */
  @Configuration(proxyBeanMethods = false)
  static class InServer {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> leaverValve(Leavers leavers) {
      return factory -> factory.addEngineValves(new LeaverValve(leavers));
    }
  }

  /** The end of a question that is answered by another thread, whatever it ends with. */
  private record Answered(Runnable end) implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) {
      end.run();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // It completes afterwards.
    }

    @Override
    public void onError(AsyncEvent event) {
      // It completes afterwards.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
