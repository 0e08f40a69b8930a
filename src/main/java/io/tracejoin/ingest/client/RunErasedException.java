package io.tracejoin.ingest.client;

/** The run was removed while its records came in. */
public final class RunErasedException extends RuntimeException {

  /** With what the database said. */
  public RunErasedException(Throwable cause) {
    super("the run was removed", cause);
  }
}
