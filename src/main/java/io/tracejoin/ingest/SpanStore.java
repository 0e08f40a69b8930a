package io.tracejoin.ingest;

import io.tracejoin.decompose.Span;
import java.util.List;

/** Where received spans go. */
public interface SpanStore {

  /**
   * Stores the spans and the join work that they make, in one transaction. When this returns they
   * are committed. Repeats may be stored; the join drops them.
   *
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses: nothing
   *     is stored
   */
  void store(List<Span> spans);
}
