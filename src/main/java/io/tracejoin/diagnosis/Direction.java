package io.tracejoin.diagnosis;

/** Where something moved to. */
public enum Direction {
  UP,
  DOWN,
  /** Not moved: no shift, too small a one, or one that chance may have made. */
  STABLE
}
