package io.tracejoin.report;

import io.tracejoin.decompose.Anomaly;

/** What each kind of anomaly says about a request, in one sentence. */
public final class AnomalyMeaning {

  private AnomalyMeaning() {}

  /** The sentence. */
  public static String of(Anomaly.Code code) {
    return switch (code) {
      case ROOT_MISSING -> "Spans arrived, but none that can be the server root.";
      case ROOT_NOT_SERVER -> "The root is not a SERVER span: its boundaries are another layer's.";
      case PARENT_MISMATCH ->
          "The root has another parent than the client sent: a proxy replaced it.";
      case SIBLING_ROOT -> "Several candidates for the root; one contains the others.";
      case MULTIPLE_ROOTS -> "Several candidates for the root, none of which contains the others.";
      case RETRIED_UPSTREAM -> "A proxy sent the request more than once.";
      case DUPLICATE_CLIENT_RECORD -> "The client tells one identity twice, with different facts.";
      case SEVERAL_PER_TRACE -> "Several requests share the trace and nothing tells them apart.";
      case TRACE_ID_REUSED -> "An earlier run already has this trace.";
      case AMBIGUOUS_REQUEST_ID -> "Several traces hold the request ID; none is taken for it.";
      case ROOT_CLAIMED_AGAIN -> "A later run claims this trace too; it stays here.";
      case REDIRECT_CHAIN -> "Hops of one call that do not pair with the roots.";
      case CONFLICTING_SPAN -> "One span arrived twice with different content; one was kept.";
      case ORPHAN_SPANS -> "Spans below no root were ignored.";
      case CLOCK_SKEW_ADJUSTED -> "Spans of another clock were moved into their parent.";
      case CHILD_OUTSIDE_ROOT -> "A mapped span outlasts the root; what is outside was cut off.";
      case OVERLAPPING_PHASES -> "Spans of different phases ran at the same time.";
      case GATEWAY_RETRY -> "The gateway tried generation more than once.";
      case ATTRIBUTE_OUT_OF_RANGE -> "A phase read from an attribute does not fit its span.";
      case NEGATIVE_ENVELOPE -> "The root is longer than the client waited.";
      case UNIT_SUSPECT -> "The figures look like seconds or microseconds taken for milliseconds.";
      case ROOT_ENDS_EARLY -> "The root ends before the response does.";
      case OUTCOME_DISAGREES -> "The server says success where the client saw none.";
      case NEGATIVE_PART -> "A part of the client's duration was negative and was set aside.";
      case TTFT_BEYOND_TOTAL -> "The first token comes after the end; it is not used.";
      case TOKEN_COUNT_DISAGREES -> "Client, server and token times count different tokens.";
      case MIXED_POPULATION -> "Branches of different models or providers in one request.";
    };
  }
}
