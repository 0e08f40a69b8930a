package io.tracejoin.errand;

/** Nobody waits for the answer any more. */
public final class AbandonedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Without a stack trace of use: where the work stood does not matter. */
  public AbandonedException() {
    super("whoever asked has left", null, false, false);
  }
}
