package io.tracejoin.web;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * Keeps finished bodies of answers that stay the same for as long as they have the same name, so
 * that they are written once and not for each reader. Bounded in bytes; those that nobody asks for
 * leave first.
 */
@Component
final class KeptBodies {

  private static final long MOST_BYTES = 8L << 20;

  /** Of futures: who waits for a body that takes seconds holds up nobody who wants another one. */
  private final AsyncCache<Name, KeptBody> bodies =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .<Name, KeptBody>weigher((name, body) -> body.weight())
          .buildAsync();

  /** A resource's name, by its own type and content, and the form it is asked for in. */
  private record Name(Object resource, MediaType form) {}

  /**
   * The body of that name; written only where it is not kept. Of several readers who ask at once
   * one writes it, the others wait and meet with the same failure; but where the one has left
   * meanwhile, another one writes it.
   *
   * @param resource names the content: a value with {@code equals}, of a type that no other kind of
   *     resource is named by
   * @param body writes it; empty where there is none, which is not kept
   */
  Optional<KeptBody> get(Object resource, MediaType form, Supplier<Optional<byte[]>> body) {
    while (true) {
      CompletableFuture<@Nullable KeptBody> mine = new CompletableFuture<>();
      CompletableFuture<@Nullable KeptBody> kept =
          bodies.asMap().putIfAbsent(new Name(resource, form), mine);
      if (kept == null) {
        return written(mine, form, body);
      }
      try {
        return Optional.ofNullable(joined(kept));
      } catch (AbandonedException theirs) {
        if (hasLeft()) {
          throw theirs;
        }
      }
    }
  }

  private static Optional<KeptBody> written(
      CompletableFuture<@Nullable KeptBody> mine, MediaType form, Supplier<Optional<byte[]>> body) {
    try {
      Optional<KeptBody> made = body.get().map(it -> KeptBody.of(form, it));
      mine.complete(made.orElse(null));
      return made;
    } catch (RuntimeException | Error failure) {
      mine.completeExceptionally(hasLeft() ? new AbandonedException() : failure);
      throw failure;
    }
  }

  /** Whether whoever the calling thread works for has left. */
  private static boolean hasLeft() {
    return Errand.current().map(Errand::abandoned).orElse(false);
  }

  private static @Nullable KeptBody joined(CompletableFuture<@Nullable KeptBody> kept) {
    try {
      return kept.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }
}
