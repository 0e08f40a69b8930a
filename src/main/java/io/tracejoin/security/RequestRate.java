package io.tracejoin.security;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Bounds the requests of one caller, in one process. */
@Component
final class RequestRate {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Map<String, Bucket> buckets = new Bounded<>();
  private final int perSecond;

  RequestRate(SecurityProperties properties) {
    this.perSecond = properties.requestsPerSecond();
  }

  /**
   * @throws Refused if the caller asks too often
   */
  void require(Caller caller) {
    if (perSecond == 0 || caller == Caller.ANYONE) {
      return;
    }
    ConsumptionProbe probe = bucket(caller.key()).tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      throw new Refused(
          Refused.Reason.TOO_MANY_REQUESTS, Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }
  }

  private synchronized Bucket bucket(String key) {
    return buckets.computeIfAbsent(
        key,
        it ->
            Bucket.builder()
                .addLimit(limit -> limit.capacity(2L * perSecond).refillGreedy(perSecond, SECOND))
                .build());
  }
}
