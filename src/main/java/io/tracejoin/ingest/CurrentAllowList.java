package io.tracejoin.ingest;

import io.tracejoin.decompose.Mapping;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The allow-list in force: the settings, and every name that the mapping in force reads. */
@Component
public final class CurrentAllowList implements Supplier<AllowList> {

  private static final Logger LOG = LoggerFactory.getLogger(CurrentAllowList.class);

  private final IngestProperties properties;
  private final ObjectProvider<CurrentMapping> mapping;
  private volatile @Nullable AllowList current;
  private volatile @Nullable Mapping seen;

  /**
   * @param mapping asked late, since the mapping may live in a database; without one the settings
   *     alone decide
   */
  public CurrentAllowList(IngestProperties properties, ObjectProvider<CurrentMapping> mapping) {
    this.properties = properties;
    this.mapping = mapping;
  }

  /**
   * The list in force.
   *
   * @throws RuntimeException if the mapping was never read and cannot be read now: a span taken
   *     without it would lose what the join needs
   */
  @Override
  public AllowList get() {
    AllowList known = current;
    return known != null ? known : load();
  }

  @Scheduled(fixedDelay = 5, initialDelay = 5, timeUnit = TimeUnit.SECONDS)
  void refresh() {
    try {
      load();
    } catch (RuntimeException e) {
      LOG.warn("mapping not readable, the attribute allow-list stays as it is: {}", e.toString());
    }
  }

  private synchronized AllowList load() {
    CurrentMapping source = mapping.getIfAvailable();
    Mapping read = source == null ? null : source.get();
    AllowList known = current;
    if (known != null && read == seen) {
      return known;
    }
    AllowList list =
        read == null
            ? AllowList.of(properties, Set.of(), Set.of())
            : AllowList.of(properties, read.attributes(), read.events());
    seen = read;
    current = list;
    return list;
  }
}
