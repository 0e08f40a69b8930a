package io.tracejoin.trace;

import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.TraceId;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a trace: one block a request, {@code name=value} lines, what is not known left
 * out.
 */
public final class TraceText {

  private TraceText() {}

  /** All requests of the trace, an empty line between them. */
  public static String of(TraceId traceId, List<JoinedRequest> requests) {
    return requests.stream()
        .map(request -> block(traceId, request))
        .collect(Collectors.joining("\n"));
  }

  private static String block(TraceId traceId, JoinedRequest request) {
    StringBuilder text = new StringBuilder("trace_id=").append(traceId.hex()).append('\n');
    ClientRecord client = request.client();
    line(text, "k6_total_ms", client == null ? null : client.times().total());
    Breakdown breakdown = request.breakdown();
    if (breakdown != null) {
      line(text, "server_root_ms", breakdown.get(Measure.SERVER_ROOT));
      line(text, "network_envelope_ms", breakdown.get(Measure.NETWORK_ENVELOPE));
      for (Phase phase : Phase.values()) {
        line(text, phase.code() + "_ms", breakdown.get(Measure.of(phase)));
      }
      line(text, "unattributed_server_ms", breakdown.get(Measure.UNATTRIBUTED));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, @Nullable Long nanos) {
    if (nanos != null) {
      text.append(name).append('=').append(Millis.text(nanos)).append('\n');
    }
  }
}
