package io.tracejoin.decompose;

/** OTLP status codes; the ordinal is OTLP's number. */
public enum SpanStatus {
  UNSET,
  OK,
  ERROR;

  private static final SpanStatus[] CODES = values();

  /** The status with this OTLP number; a number that is not known is {@link #UNSET}. */
  public static SpanStatus of(int number) {
    return number >= 0 && number < CODES.length ? CODES[number] : UNSET;
  }
}
