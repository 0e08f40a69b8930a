package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/** One format of client records. */
interface RecordFormat {

  /** The name that callers give as {@code format}. */
  String name();

  /**
   * Reads the body to its end, in constant memory.
   *
   * @param generator the caller's name of the load generator, or null
   */
  void read(UploadBody body, RecordSink sink, @Nullable String generator);
}
