package io.tracejoin.web;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.trace.TraceAnswer;
import io.tracejoin.trace.TraceText;
import io.tracejoin.trace.Traces;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One trace, for whoever has its ID and five minutes. */
@RestController
final class TraceController {

  private final Traces traces;

  TraceController(Traces traces) {
    this.traces = traces;
  }

  @GetMapping(value = "/api/v1/traces/{trace_id}", produces = MediaType.APPLICATION_JSON_VALUE)
  TraceAnswer json(
      @PathVariable("trace_id") String traceId,
      @RequestParam(defaultValue = "spans") String include) {
    TraceId id = TraceId.parse(traceId);
    return traces.answer(id, withSpans(include)).orElseThrow(() -> unknown(id));
  }

  @GetMapping(value = "/api/v1/traces/{trace_id}", produces = MediaType.TEXT_PLAIN_VALUE)
  String text(@PathVariable("trace_id") String traceId) {
    TraceId id = TraceId.parse(traceId);
    return TraceText.of(id, traces.requests(id).orElseThrow(() -> unknown(id)));
  }

  private static boolean withSpans(String include) {
    return switch (include) {
      case "spans" -> true;
      case "none" -> false;
      default ->
          throw new IllegalArgumentException("include: '" + include + "' is none of spans, none");
    };
  }

  private NotFound unknown(TraceId id) {
    return NotFound.trace(id, traces.freshness());
  }
}
