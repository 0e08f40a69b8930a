package io.tracejoin.decompose;

/** Which identifier of its own a client record carries (semantics 2). */
public enum Identity {
  /** A trace ID, and perhaps the parent span ID that was sent with it. */
  TRACE_ID,
  /** A request ID in place of a trace ID: spans that hold it tell the trace. */
  REQUEST_ID,
  /** No identifier at all. */
  NONE
}
