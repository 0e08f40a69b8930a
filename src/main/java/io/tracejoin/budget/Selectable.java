package io.tracejoin.budget;

import java.util.Set;

/** What requests can be selected by. */
public interface Selectable {

  /** Names of dimensions. */
  Set<String> dimensions();
}
