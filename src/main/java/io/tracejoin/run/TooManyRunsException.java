package io.tracejoin.run;

/** No further run is made: old ones must be removed first, or the limit raised. */
public final class TooManyRunsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooManyRunsException(int most) {
    super(
        "There are "
            + most
            + " runs, and no more are made: DELETE old ones, or raise tracejoin.runs.max.");
  }
}
