package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/**
 * The script's own metric of the time to first token.
 *
 * @param unitDeclared whether the caller said the unit; else it is the one that the name ends in
 */
record TtftTrend(String metric, TtftUnit unit, boolean unitDeclared) {

  /**
   * What the query asks for; null if nothing.
   *
   * @throws org.springframework.web.ErrorResponseException 400 if the unit is not known: it is
   *     never guessed
   */
  static @Nullable TtftTrend of(@Nullable String metric, @Nullable String unit) {
    if (metric == null) {
      if (unit != null) {
        throw UploadProblems.ttft("ttft_unit: says nothing without ttft_metric");
      }
      return null;
    }
    if (metric.isBlank() || K6Metrics.isOfK6(metric)) {
      throw UploadProblems.ttft(
          "ttft_metric: '" + metric + "' is no custom Trend of a script, such as llm_ttft_ms");
    }
    if (unit != null) {
      return new TtftTrend(metric, declared(unit), true);
    }
    TtftUnit ofName =
        TtftUnit.ofSuffix(metric)
            .orElseThrow(
                () ->
                    UploadProblems.ttft(
                        "ttft_unit: the name '"
                            + metric
                            + "' does not end in _ms, _s, _second, _seconds or _us; say"
                            + " ttft_unit=ms, s, us or ns"));
    return new TtftTrend(metric, ofName, false);
  }

  private static TtftUnit declared(String unit) {
    return TtftUnit.named(unit)
        .orElseThrow(
            () -> UploadProblems.ttft("ttft_unit: '" + unit + "' is none of ms, s, us, ns"));
  }
}
