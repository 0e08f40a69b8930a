package io.tracejoin.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.test.util.ReflectionTestUtils;

class SettleJobTest {

  private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void whileTheDatabaseIsAwayOneRunIsAskedFor() {
    job(new DataAccessResourceFailureException("away")).runOnce();

    assertThat(asked).hasValue(1);
  }

  @Test
  void oneRunThatFailsDoesNotKeepTheOthersOpen() {
    job(new IllegalStateException("odd")).runOnce();

    assertThat(asked).hasValue(3);
  }

  private SettleJob job(RuntimeException failure) {
    return new SettleJob(
        openRuns(),
        new Declarations(),
        new Arrivals() {
          @Override
          public Optional<Instant> last(int run) {
            asked.incrementAndGet();
            throw failure;
          }

          @Override
          public Duration backlog() {
            return Duration.ZERO;
          }
        },
        new SettleProperties(
            Duration.ofSeconds(15),
            Duration.ofSeconds(60),
            Duration.ofSeconds(45),
            Duration.ofSeconds(120),
            Duration.ofMinutes(10)),
        event -> {},
        Clock.systemUTC());
  }

  private static RunRepository openRuns() {
    List<Run> runs = Stream.of("a", "b", "c").map(SettleJobTest::stored).toList();
    return (RunRepository)
        Proxy.newProxyInstance(
            SettleJobTest.class.getClassLoader(),
            new Class<?>[] {RunRepository.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("findByStateIn")) {
                return runs;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private static Run stored(String name) {
    Run run = new Run(new RunId(name), 1, NOW);
    ReflectionTestUtils.setField(run, "id", 1);
    return run;
  }
}
