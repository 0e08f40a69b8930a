package io.tracejoin.web;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.tracejoin.report.RequestFields;
import io.tracejoin.report.RequestRow;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** Writes raw pairs one after the other. */
interface RequestsWriter {

  /**
   * Writes one.
   *
   * @throws UncheckedIOException if the reader is gone
   */
  void write(RequestRow row);

  /** Sends what is still held back. */
  void finish() throws IOException;

  /** One JSON object a line. */
  static RequestsWriter ndjson(OutputStream target, JsonMapper json) {
    OutputStream out = new BufferedOutputStream(target);
    return new RequestsWriter() {
      @Override
      public void write(RequestRow row) {
        try {
          out.write(json.writeValueAsBytes(row));
          out.write('\n');
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void finish() throws IOException {
        out.flush();
      }
    };
  }

  /** A header and one line each. */
  static RequestsWriter csv(OutputStream target) {
    CsvWriter csv = CsvWriter.builder().build(target, StandardCharsets.UTF_8);
    csv.writeRecord(RequestFields.ALL.stream().map(RequestFields.Field::name).toList());
    return new RequestsWriter() {
      @Override
      public void write(RequestRow row) {
        csv.writeRecord(row.cells());
      }

      @Override
      public void finish() throws IOException {
        csv.flush();
      }
    };
  }
}
