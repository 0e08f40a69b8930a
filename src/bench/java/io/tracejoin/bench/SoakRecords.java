package io.tracejoin.bench;

import java.io.IOException;
import java.util.List;

/** The client records of the traces that were sent, uploaded a few hundred at a time. */
final class SoakRecords {

  private static final int OF_AN_UPLOAD = 500;

  private final ServiceProcess service;
  private final StringBuilder body = new StringBuilder();
  private int waiting;
  private long sent;

  SoakRecords(ServiceProcess service) {
    this.service = service;
  }

  /** Takes lines, each with its end. */
  void add(List<String> lines) throws IOException, InterruptedException {
    lines.forEach(body::append);
    waiting += lines.size();
    if (waiting >= OF_AN_UPLOAD) {
      flush();
    }
  }

  /** Uploads what has gathered. */
  void flush() throws IOException, InterruptedException {
    if (waiting > 0) {
      service.post(
          service.rest("/api/v1/runs/soak/client-records"),
          "application/x-ndjson",
          body.toString());
      sent += waiting;
      waiting = 0;
      body.setLength(0);
    }
  }

  /** Counts from here. */
  void forget() {
    sent = 0;
  }

  /** Records that were accepted since. */
  long sent() {
    return sent;
  }
}
