package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;

/** What a format's reader tells of an upload. */
interface RecordSink {

  /**
   * A record was read. It may be committed at any time from now on.
   *
   * @throws UploadFailedException if records could not be committed: reading on is of no use
   */
  void accept(ClientRecord record);

  /**
   * Something in the body is no record.
   *
   * @param line where it starts, from 1
   */
  void reject(long line, String reason);

  /** Something in the body is not ours to read, such as another metric. */
  void ignore();

  /** The body ends where it should not. */
  void truncated();
}
