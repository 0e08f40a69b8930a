package io.tracejoin.run;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a run is finished (semantics 14).
 *
 * @param settle finished when nothing has arrived for so long
 * @param settleMax finished at the latest so long after finish was asked for
 * @param settleTail as settle, where the traces are sampled at the tail
 * @param settleMaxTail as settleMax, where the traces are sampled at the tail
 * @param idleFinish finish is asked for by the service itself after so long without arrivals
 */
@ConfigurationProperties("tracejoin.join")
record SettleProperties(
    @DefaultValue("15s") Duration settle,
    @DefaultValue("60s") Duration settleMax,
    @DefaultValue("45s") Duration settleTail,
    @DefaultValue("120s") Duration settleMaxTail,
    @DefaultValue("10m") Duration idleFinish) {

  Duration settle(boolean tailSampled) {
    return tailSampled ? settleTail : settle;
  }

  Duration settleMax(boolean tailSampled) {
    return tailSampled ? settleMaxTail : settleMax;
  }
}
