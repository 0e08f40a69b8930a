package io.tracejoin.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Uploads a k6 NDJSON file up to the acknowledged commit, in bytes a second, against a bare token
 * scan of the same file. Scan and upload take turns, the best of each counts, and each upload
 * brings new trace IDs.
 */
final class ImportK6 implements Benchmark {

  private static final long BYTES = 100_000_000;
  private static final int FEWEST_UPLOADS = 2;

  /** The service's JVM compiles as it goes: small files are read some more times. */
  private static final int MOST_UPLOADS = 6;

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      int uploads = (int) Math.max(FEWEST_UPLOADS, Math.min(MOST_UPLOADS, MOST_UPLOADS / scale));
      Path file = directory.resolve("k6.ndjson");
      return measure(service, heap, file, Math.round(BYTES * scale), uploads);
    }
  }

  private static Result measure(
      ServiceProcess service, HeapWatch heap, Path file, long bytes, int uploads)
      throws IOException, InterruptedException {
    long requests = 0;
    double scan = 0;
    double upload = 0;
    for (int round = 1; round <= uploads; round++) {
      requests = K6File.write(file, bytes, round);
      scan = Math.max(scan, told("scan", TokenScan.bytesPerSecond(file)));
      upload = Math.max(upload, told("upload", upload(service, "bench-" + round, file, requests)));
    }
    scan = Math.max(scan, told("scan", TokenScan.bytesPerSecond(file)));
    return new Result(upload, scan, "bytes/s", requests, service.peakRssBytes(), heap.peakBytes());
  }

  /** Each reading goes to the error stream: how far the rounds differ tells how quiet it was. */
  private static double told(String what, double bytesPerSecond) {
    System.err.printf("%s %.1f MB/s%n", what, bytesPerSecond / 1e6);
    return bytesPerSecond;
  }

  private static double upload(ServiceProcess service, String run, Path file, long requests)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    String answer = service.post("/api/v1/runs/" + run + "/client-records?format=k6-json", file);
    double bytesPerSecond = Rate.perSecond(Files.size(file), begin);
    if (!answer.contains("\"accepted\":" + requests + ",")) {
      throw new IllegalStateException("not all of " + requests + " were accepted: " + answer);
    }
    return bytesPerSecond;
  }
}
