package io.tracejoin.ingest.client;

/** One format of client records. */
interface RecordFormat {

  /** The name that callers give as {@code format}. */
  String name();

  /**
   * Reads the body to its end, in constant memory.
   *
   * @param options what the caller says of the content
   */
  void read(UploadBody body, RecordSink sink, UploadOptions options);

  /** Whether a metric of the script's own can give the time to first token. */
  default boolean takesTtft() {
    return false;
  }
}
