package io.tracejoin.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request whose body breaks off if it does not come in time. */
final class TimelyBody extends HttpServletRequestWrapper {

  /** Attribute of a request whose body did not come in time. */
  static final String TOO_SLOW = TimelyBody.class.getName() + ".tooSlow";

  private final BodyLimits limits;
  private final long start = System.nanoTime();
  private final AtomicReference<@Nullable Runnable> whenRead;
  private @Nullable ServletInputStream body;

  /**
   * @param whenRead done once, at the end of the body or of the request
   */
  TimelyBody(HttpServletRequest request, BodyLimits limits, Runnable whenRead) {
    super(request);
    this.limits = limits;
    this.whenRead = new AtomicReference<>(whenRead);
  }

  /** Nothing more is read. */
  void end() {
    Runnable first = whenRead.getAndSet(null);
    if (first != null) {
      first.run();
    }
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    ServletInputStream opened = body;
    if (opened == null) {
      opened = new Timely(super.getInputStream());
      body = opened;
    }
    return opened;
  }

  private void require(long bytes) throws IOException {
    double seconds = (System.nanoTime() - start) / 1e9;
    double allowed =
        limits.patience().toMillis() / 1e3 + (double) bytes / limits.leastRate().toBytes();
    if (seconds > allowed) {
      setAttribute(TOO_SLOW, true);
      throw new SlowBodyException();
    }
  }

  private final class Timely extends ServletInputStream {

    private final ServletInputStream in;
    private long count;

    Timely(ServletInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count(read < 0 ? -1 : 1);
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      count(read);
      return read;
    }

    private void count(int read) throws IOException {
      if (read > 0) {
        count += read;
        require(count);
      }
      if (read < 0 || in.isFinished()) {
        end();
      }
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
