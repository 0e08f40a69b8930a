package io.tracejoin.ingest.client;

/** A chunk could not be committed; what was committed before stays. */
final class UploadFailedException extends RuntimeException {

  UploadFailedException(RuntimeException cause) {
    super("client records could not be committed", cause);
  }
}
