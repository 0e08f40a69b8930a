package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import java.util.ArrayList;
import java.util.List;

/** One upload: passes its records on to be committed and keeps the account. */
final class Upload implements RecordSink {

  private static final int MOST_LISTED = 100;

  private final RecordChunks chunks;
  private final List<Rejection> listed = new ArrayList<>();
  private long rejected;
  private long ignored;
  private boolean truncated;

  Upload(RecordChunks chunks) {
    this.chunks = chunks;
  }

  @Override
  public void accept(ClientRecord record) {
    chunks.add(record);
  }

  @Override
  public void reject(long line, String reason) {
    rejected++;
    if (listed.size() < MOST_LISTED) {
      listed.add(new Rejection(line, reason));
    }
  }

  @Override
  public void ignore() {
    ignored++;
  }

  @Override
  public void truncated() {
    truncated = true;
  }

  /**
   * Commits what is left.
   *
   * @throws UploadFailedException if not all could be committed
   */
  UploadAnswer finish() {
    chunks.finish();
    return soFar();
  }

  /** Leaves what is not committed, and tells what is. */
  UploadAnswer abandon() {
    chunks.abandon();
    return soFar();
  }

  private UploadAnswer soFar() {
    return UploadAnswer.of(chunks.stored(), rejected, ignored, listed, truncated);
  }
}
