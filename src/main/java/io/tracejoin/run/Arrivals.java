package io.tracejoin.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What comes in for runs, as far as finishing must know. */
public interface Arrivals {

  /** When a record or a joined span last came for the run; empty if nothing ever came. */
  Optional<Instant> last(int run);

  /** Age of the oldest commit whose traces wait to be joined; zero if none waits. */
  Duration backlog();
}
