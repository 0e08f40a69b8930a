package io.tracejoin.web;

import java.io.IOException;

/** A body did not come in time. */
final class SlowBodyException extends IOException {

  private static final long serialVersionUID = 1L;

  SlowBodyException() {
    super("the body comes too slowly");
  }
}
