package io.tracejoin.run;

import io.tracejoin.decompose.Mapping;
import java.util.Optional;

/** The stored versions of the mapping with their text. */
public interface MappingDocuments {

  /** The version in force. */
  Document inForce();

  /** A version of a name; empty if there is none. */
  Optional<Document> find(String name, int version);

  /**
   * One version.
   *
   * @param yaml the whole of it: it refers to nothing else
   */
  record Document(Mapping mapping, String yaml) {}
}
