package io.tracejoin.ingest.otlp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what is read, and refuses to read beyond a limit: a gzip bomb stops here. */
final class CappedStream extends FilterInputStream {

  private final long maxBytes;
  private long count;

  CappedStream(InputStream in, long maxBytes) {
    super(in);
    this.maxBytes = maxBytes;
  }

  /** Bytes read so far. */
  long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    if (read >= 0) {
      add(1);
    }
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      add(read);
    }
    return read;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    add(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void add(long bytes) {
    count += bytes;
    if (count > maxBytes) {
      throw Refusal.tooLarge(maxBytes);
    }
  }
}
