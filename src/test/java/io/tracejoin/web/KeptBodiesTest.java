package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;

class KeptBodiesTest {

  private static final Supplier<Optional<byte[]>> OWN = () -> Optional.of(new byte[] {1});

  private final KeptBodies kept = new KeptBodies();

  private Optional<KeptBody> get(Supplier<Optional<byte[]>> body) {
    return kept.get("timeline", MediaType.APPLICATION_JSON, body);
  }

  /** What the second reader gets, who comes while the first one's body is written and fails. */
  private CompletableFuture<Optional<KeptBody>> besideOneWho(boolean leaves) throws Exception {
    Errand first = new Errand();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch fail = new CountDownLatch(1);
    CompletableFuture<Void> failing =
        CompletableFuture.runAsync(
            () -> {
              try (Errand.Scope ignored = first.bind()) {
                get(
                    () -> {
                      begun.countDown();
                      await(fail);
                      throw new IllegalStateException("cancelled at the database");
                    });
              }
            });
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Optional<KeptBody>> second = new CompletableFuture<>();
    Thread waiting = new Thread(() -> second.completeAsync(() -> get(OWN), Runnable::run));
    waiting.start();
    Awaitility.await().until(() -> waiting.getState() == Thread.State.WAITING);
    if (leaves) {
      first.abandon();
    }
    fail.countDown();
    assertThatThrownBy(() -> failing.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IllegalStateException.class);
    return second;
  }

  @Test
  void whoWaitsWritesItWhereTheWriterHasLeft() throws Exception {
    assertThat(besideOneWho(true).get(10, TimeUnit.SECONDS)).isPresent();
  }

  @Test
  void whoWaitsMeetsWithTheWritersFailure() throws Exception {
    CompletableFuture<Optional<KeptBody>> second = besideOneWho(false);

    assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("cancelled at the database");
    assertThat(get(OWN)).as("a failure is not kept").isPresent();
  }

  @Test
  void whoHasLeftGetsNothing() {
    Errand gone = new Errand();
    gone.abandon();
    try (Errand.Scope ignored = gone.bind()) {
      assertThatThrownBy(
              () ->
                  get(
                      () -> {
                        throw new AbandonedException();
                      }))
          .isInstanceOf(AbandonedException.class);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
