package io.tracejoin.bench;

/** Amounts by elapsed time. */
final class Rate {

  private Rate() {}

  /** From {@code begin}, a reading of {@link System#nanoTime}, until now. */
  static double perSecond(long amount, long begin) {
    return amount * 1e9 / (System.nanoTime() - begin);
  }
}
