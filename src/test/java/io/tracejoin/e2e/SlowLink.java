package io.tracejoin.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * A network between a service and its database that can be slow, each answer held back, or silent:
 * nothing comes through, no connection is refused or closed.
 */
final class SlowLink implements AutoCloseable {

  private final ServerSocket door;
  private final int target;
  private volatile long delayMillis;
  private volatile boolean silent;

  SlowLink(int target) {
    this.target = target;
    try {
      this.door = new ServerSocket(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Holds every answer of the database back for so long. */
  void delay(Duration delay) {
    delayMillis = delay.toMillis();
  }

  /** Lets nothing through, in neither direction, until it is told otherwise. */
  void silent(boolean on) {
    silent = on;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        connect(door.accept());
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket server = new Socket("localhost", target);
      daemon(() -> pass(client, server, false));
      daemon(() -> pass(server, client, true));
    } catch (IOException databaseIsAway) {
      client.close();
    }
  }

  private void pass(Socket from, Socket to, boolean answers) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (answers && delayMillis > 0) {
          Thread.sleep(delayMillis);
        }
        while (silent) {
          Thread.sleep(20);
        }
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException cut) {
      // Both ends are closed: each side sees it.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "slow-link");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
