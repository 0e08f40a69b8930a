package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a root's time and what it is charged to.
 *
 * @param phase null where no phase covers it: unattributed
 * @param start nanoseconds since the root's start
 * @param nanos its length
 */
public record Stretch(@Nullable Phase phase, long start, long nanos) {

  Stretch longerBy(long more) {
    return new Stretch(phase, start, nanos + more);
  }

  Stretch laterBy(long shift) {
    return new Stretch(phase, Nanos.plus(start, shift), nanos);
  }
}
