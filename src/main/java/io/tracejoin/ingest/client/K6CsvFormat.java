package io.tracejoin.ingest.client;

import org.springframework.stereotype.Component;

/** The rows that {@code k6 run --out csv} writes, with whichever columns and stamps. */
@Component
final class K6CsvFormat implements RecordFormat {

  private static final String BAD_QUOTE = "a quote is missing, or stands where none may";

  private final int maxLineLength;

  K6CsvFormat(ClientIngestProperties properties) {
    this.maxLineLength = properties.maxLineLength();
  }

  @Override
  public String name() {
    return "k6-csv";
  }

  @Override
  public boolean takesTtft() {
    return true;
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    new Reading(body, sink, options, maxLineLength).all();
  }

  /** The reading of one body. */
  private static final class Reading {

    private final UploadBody body;
    private final RecordSink sink;
    private final int max;
    private final CsvRows rows;
    private final K6Points points;
    private final K6CsvPoint point;
    private boolean headed;

    Reading(UploadBody body, RecordSink sink, UploadOptions options, int max) {
      this.body = body;
      this.sink = sink;
      this.max = max;
      rows = new CsvRows(body, max);
      points = new K6Points(sink, options);
      point = new K6CsvPoint(points.metrics(), rows);
    }

    void all() {
      CsvRows.Kind kind = rows.next();
      boolean readable = true;
      while (kind != CsvRows.Kind.END) {
        // Without a header nothing can be read, but the body is taken in: else its sender would see
        // a broken connection in the place of the answer.
        readable = readable && take(kind);
        kind = rows.next();
      }
      finish();
    }

    /** False where the rest cannot be read either. */
    private boolean take(CsvRows.Kind kind) {
      switch (kind) {
        case ROW -> row();
        case BROKEN -> reject(headed ? BAD_QUOTE : K6CsvColumns.NO_HEADER);
        case TOO_LONG -> reject("longer than " + max + " bytes");
        case CUT -> cut();
        case END -> throw new IllegalStateException("nothing to take");
      }
      return headed;
    }

    private void row() {
      try {
        if (!headed || K6CsvColumns.isHeader(rows)) {
          point.header(K6CsvColumns.of(rows));
          headed = true;
        } else {
          point.read();
          points.take(point);
        }
      } catch (IllegalArgumentException e) {
        reject(String.valueOf(e.getMessage()));
      }
    }

    private void reject(String reason) {
      points.damage();
      sink.reject(rows.line(), reason);
    }

    private void cut() {
      sink.truncated();
      if (!headed) {
        reject("the body ends within its first line");
      }
    }

    private void finish() {
      points.finish();
      if (body.brokeOff()) {
        sink.truncated();
      }
      String corruption = body.corruption();
      if (corruption != null) {
        sink.reject(rows.line(), corruption + ": the rest was not read");
      }
    }
  }
}
