package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.run.ToolFigure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One upload: passes its records on to be committed and keeps the account. */
final class Upload implements RecordSink {

  private static final int MOST_LISTED = 100;
  private static final int MOST_NOTES = 10;
  private static final int MOST_REPORTED = 5_000;

  private final RecordChunks chunks;
  private final List<Rejection> listed = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<ToolFigure> reported = new ArrayList<>();
  private long rejected;
  private long ignored;
  private long consoleLines;
  private long loadPoints;
  private @Nullable FirstTokens firstTokens;
  private boolean truncated;

  Upload(RecordChunks chunks) {
    this.chunks = chunks;
  }

  @Override
  public void accept(ClientRecord record) {
    chunks.add(record);
  }

  @Override
  public void amend(ClientRecord before, ClientRecord after) {
    chunks.amend(before, after);
  }

  @Override
  public void load(LoadSecond load) {
    loadPoints++;
    ignored++;
    chunks.load(load);
  }

  @Override
  public void generator(String name) {
    chunks.generator(name);
  }

  @Override
  public void firstTokens(FirstTokens account) {
    firstTokens = account;
    ignored += account.used() + account.unattached();
  }

  @Override
  public void note(String text) {
    if (notes.size() < MOST_NOTES) {
      notes.add(text);
    }
  }

  @Override
  public void reported(ToolFigure figure) {
    if (reported.size() < MOST_REPORTED) {
      reported.add(figure);
    }
  }

  /** What the tool computed itself, as far as it was read. */
  List<ToolFigure> reported() {
    return reported;
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
  public void consoleLine() {
    consoleLines++;
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
    return UploadAnswer.of(
        chunks.stored(),
        new UploadAnswer.Read(
            rejected, ignored, consoleLines, loadPoints, firstTokens, notes, listed, truncated));
  }
}
