package io.tracejoin.ingest.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an upload, decompressed. Reading never fails: a body that breaks off just ends, and
 * says so afterwards, because what came before is kept.
 *
 * <p>Compression is found by its first bytes, not by the header: users post {@code .gz} files as
 * they are, and some proxies decompress but leave the header.
 */
final class UploadBody extends InputStream {

  private static final int MAGIC = 0x1f8b;
  private static final int BUFFER = 64 * 1024;

  /** A client that compresses bodies by itself may be handed a file that is compressed already. */
  private static final int MAX_LAYERS = 2;

  private final Connection raw;
  private @Nullable InputStream in;
  private @Nullable IOException failure;

  UploadBody(InputStream raw) {
    this.raw = new Connection(raw);
  }

  /** Whether the body ended before its end. */
  boolean brokeOff() {
    return failure != null;
  }

  /** Whether that was because its sender went away, not because it had sent no more. */
  boolean connectionBroke() {
    return raw.broke;
  }

  /** What is wrong with the compressed data, or null where it merely ends too early or is whole. */
  @Nullable String corruption() {
    return failure instanceof ZipException ? "gzip: " + failure.getMessage() : null;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (failure != null) {
      return -1;
    }
    try {
      return opened().read(target, offset, length);
    } catch (IOException e) {
      failure = e;
      return -1;
    }
  }

  private InputStream opened() throws IOException {
    InputStream opened = in;
    if (opened == null) {
      opened = decompressed(raw);
      in = opened;
    }
    return opened;
  }

  private static InputStream decompressed(InputStream plain) throws IOException {
    InputStream current = plain;
    for (int layer = 0; layer < MAX_LAYERS; layer++) {
      var peeked = new PushbackInputStream(current, 2);
      if (!startsWithMagic(peeked)) {
        return peeked;
      }
      current = new GZIPInputStream(new NeverDry(peeked), BUFFER);
    }
    return current;
  }

  private static boolean startsWithMagic(PushbackInputStream in) throws IOException {
    byte[] start = new byte[2];
    int got = in.readNBytes(start, 0, 2);
    in.unread(start, 0, got);
    return got == 2 && (((start[0] & 0xff) << 8) | (start[1] & 0xff)) == MAGIC;
  }

  /**
   * The JDK looks for a further gzip member ({@code cat a.gz b.gz}) only where bytes are available,
   * which a network stream cannot promise at that moment.
   */
  private static final class NeverDry extends FilterInputStream {

    NeverDry(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      return 1;
    }
  }

  /** Tells a body that its sender cut from one that came whole and holds what was cut before. */
  private static final class Connection extends FilterInputStream {

    private boolean broke;

    Connection(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        broke = true;
        throw e;
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        broke = true;
        throw e;
      }
    }
  }
}
