package io.tracejoin.trace;

import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.TtftKind;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A breakdown's JSON: every measure by its name, null where not known; phases apart, nulls left
 * out.
 */
final class BreakdownView {

  private BreakdownView() {}

  static Map<String, Object> of(Breakdown breakdown, JoinedRequest request) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Measure measure : Measure.values()) {
      if (measure.phase() == null && measure != Measure.UNATTRIBUTED) {
        fields.put(measure.field(), Millis.of(breakdown.get(measure)));
      }
    }
    fields.put("client_ttft_kind", code(breakdown.clientTtftKind()));
    fields.put("server_ttft_kind", code(breakdown.serverTtftKind()));
    fields.putAll(StreamView.intervals(request.content()));
    fields.putAll(StreamView.tokens(request));
    fields.put("pairs", StreamView.pairs(breakdown));
    fields.put("phases", phases(breakdown));
    fields.put("raw_phases", rawPhases(breakdown));
    fields.put(Measure.UNATTRIBUTED.field(), Millis.of(breakdown.get(Measure.UNATTRIBUTED)));
    fields.put("attempts", breakdown.attempts());
    return fields;
  }

  private static Map<String, BigDecimal> phases(Breakdown breakdown) {
    Map<String, BigDecimal> phases = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      Long nanos = breakdown.get(Measure.of(phase));
      if (nanos != null) {
        phases.put(phase.code(), Millis.of(nanos.longValue()));
      }
    }
    return phases;
  }

  private static Map<String, BigDecimal> rawPhases(Breakdown breakdown) {
    Map<String, BigDecimal> phases = new LinkedHashMap<>();
    breakdown
        .rawPhases()
        .forEach((phase, nanos) -> phases.put(phase.code(), Millis.of(nanos.longValue())));
    return phases;
  }

  private static @Nullable String code(@Nullable TtftKind kind) {
    return kind == null ? null : kind.code();
  }
}
