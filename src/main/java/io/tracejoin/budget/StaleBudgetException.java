package io.tracejoin.budget;

/** Somebody else has made a version meanwhile. */
public final class StaleBudgetException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StaleBudgetException(String name, int newest) {
    super("The newest version of budget '" + name + "' is " + newest + ".");
  }
}
