package io.tracejoin.diagnosis;

import io.tracejoin.decompose.Measure;
import java.util.List;

/** What the rules speak of. */
public enum Subject {
  SETUP(Measure.CLIENT_SETUP),
  WALL(Measure.CLIENT_WALL),
  TOTAL(Measure.CLIENT_TOTAL),
  TTFT(Measure.CLIENT_TTFT),
  SCHEDULE_LAG(Measure.SCHEDULE_LAG),
  ROOT(Measure.SERVER_ROOT),
  GATEWAY(Measure.GATEWAY),
  APP_QUEUE(Measure.APP_QUEUE),
  GPU_QUEUE(Measure.GPU_QUEUE),
  GENERATION(Measure.GENERATION),
  PROVIDER_REQUEST(Measure.PROVIDER_REQUEST),
  RESPONSE_WRITE(Measure.RESPONSE_WRITE),
  UNATTRIBUTED(Measure.UNATTRIBUTED),
  /** Where nobody counted the tokens, the generation of a whole answer stands for it. */
  GENERATION_PER_TOKEN(Measure.GENERATION_MS_PER_OUTPUT_TOKEN, Measure.GENERATION),
  TOKEN_INTERVAL(Measure.TPOT, Measure.TPOT_ESTIMATE),
  /** Envelope that each further output token, or byte, costs. */
  ENVELOPE_SLOPE,
  /** Successes a second. */
  THROUGHPUT,
  /** Prompt tokens a request that the server took from its prefix cache. */
  CACHED_TOKENS,
  /** The p99 of the time to the first token, whatever the mean does. */
  TTFT_TAIL;

  private final List<Measure> measures;

  Subject(Measure... measures) {
    this.measures = List.of(measures);
  }

  /** The measures that tell of it, the best first; none where it is no per-request measure. */
  public List<Measure> measures() {
    return measures;
  }
}
