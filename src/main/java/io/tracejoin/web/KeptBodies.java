package io.tracejoin.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
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

  private final Cache<Name, KeptBody> bodies =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .<Name, KeptBody>weigher((name, body) -> body.weight())
          .build();

  /** A resource's name, by its own type and content, and the form it is asked for in. */
  private record Name(Object resource, MediaType form) {}

  /**
   * The body of that name; written only where it is not kept. Of several readers who ask at once
   * one writes it, the others wait.
   *
   * @param resource names the content: a value with {@code equals}, of a type that no other kind of
   *     resource is named by
   * @param body writes it; empty where the resource is gone, which is not kept
   */
  Optional<KeptBody> get(Object resource, MediaType form, Supplier<Optional<byte[]>> body) {
    return Optional.ofNullable(bodies.get(new Name(resource, form), name -> made(form, body)));
  }

  private static @Nullable KeptBody made(MediaType form, Supplier<Optional<byte[]>> body) {
    return body.get().map(it -> KeptBody.of(form, it)).orElse(null);
  }
}
