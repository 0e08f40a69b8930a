package io.tracejoin.decompose;

/** OTLP span kinds; the ordinal is OTLP's number. */
public enum SpanKind {
  UNSPECIFIED,
  INTERNAL,
  SERVER,
  CLIENT,
  PRODUCER,
  CONSUMER;

  private static final SpanKind[] KINDS = values();

  /** The kind with this OTLP number; a number that is not known is {@link #UNSPECIFIED}. */
  public static SpanKind of(int number) {
    return number >= 0 && number < KINDS.length ? KINDS[number] : UNSPECIFIED;
  }
}
