package io.tracejoin.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Looks several times a second which askers have left. The container does not: it reads a
 * connection only between requests, so a report would be computed to its end for nobody.
 */
@Component
final class Leavers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Leavers.class);
  private static final int PAUSE_MILLIS = 200;

  private final Set<Question> questions = ConcurrentHashMap.newKeySet();
  private final Counter abandoned;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          it -> {
            Thread thread = new Thread(it, "leavers");
            thread.setDaemon(true);
            return thread;
          });

  Leavers(MeterRegistry registry) {
    abandoned =
        Counter.builder("tracejoin.requests.abandoned")
            .description("Questions given up because whoever asked had left")
            .register(registry);
    looks.scheduleWithFixedDelay(this::look, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  void watch(Question question) {
    questions.add(question);
  }

  void forget(Question question) {
    questions.remove(question);
    question.end();
  }

  private void look() {
    for (Question question : questions) {
      try {
        if (question.look()) {
          abandoned.increment();
        }
      } catch (RuntimeException e) {
        // Of one question; the others are looked at.
        LOG.warn("a connection cannot be looked at: {}", e.toString());
      }
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
