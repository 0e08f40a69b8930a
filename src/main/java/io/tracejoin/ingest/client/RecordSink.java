package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.run.ToolFigure;

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

  /** A line of text between what is to be read, such as k6 prints to the console. */
  void consoleLine();

  /**
   * More has become known of a record that was accepted.
   *
   * @param before the very record that was accepted
   * @param after the same facts and more
   * @throws UploadFailedException if records could not be committed: reading on is of no use
   */
  void amend(ClientRecord before, ClientRecord after);

  /**
   * Some load was read, to be added to what was read before of the same scenario and second.
   *
   * @throws UploadFailedException if the upload could not be committed: reading on is of no use
   */
  void load(LoadSecond load);

  /** Names the generator whose load it is; until then the load waits. */
  void generator(String name);

  /** Something that the sender should know of the whole, such as requests that the file lacks. */
  void note(String text);

  /** A figure that the tool computed itself. */
  void reported(ToolFigure figure);

  /** What became of the script's own times to first token, once at the end. */
  void firstTokens(FirstTokens account);
}
