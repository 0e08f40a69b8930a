package io.tracejoin.ingest.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The metrics of which k6 writes one point each for one HTTP transaction, in this order. */
enum K6Metric {
  HTTP_REQS,
  HTTP_REQ_DURATION,
  HTTP_REQ_BLOCKED,
  HTTP_REQ_CONNECTING,
  HTTP_REQ_TLS_HANDSHAKING,
  HTTP_REQ_SENDING,
  HTTP_REQ_WAITING,
  HTTP_REQ_RECEIVING,
  HTTP_REQ_FAILED;

  private static final Map<String, K6Metric> BY_NAME =
      Arrays.stream(values())
          .collect(
              Collectors.toUnmodifiableMap(
                  metric -> metric.name().toLowerCase(Locale.ROOT), Function.identity()));

  /** The metric of this name, or null if it is none of a transaction's. */
  static @Nullable K6Metric of(String name) {
    return BY_NAME.get(name);
  }
}
