package io.tracejoin.bench;

/** This machine lacks what a benchmark needs; the message says what. */
final class Skipped extends Exception {

  private static final long serialVersionUID = 1L;

  Skipped(String what) {
    super(what);
  }
}
