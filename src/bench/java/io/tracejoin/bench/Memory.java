package io.tracejoin.bench;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * The most memory that the service holds, in MiB, while a long k6 file is uploaded and spans come
 * in as fast as they are acknowledged. The baseline is what it may hold.
 */
final class Memory implements Benchmark {

  private static final long BYTES = 500_000_000;
  private static final double MOST_MIB = 512;
  private static final double MIB = 1024 * 1024;

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      Path file = directory.resolve("k6.ndjson");
      long requests = K6File.write(file, Math.round(BYTES * scale), 1);
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      Sender sender = resources.own(new GrpcSender(service));
      CompletableFuture<String> upload = CompletableFuture.supplyAsync(() -> upload(service, file));
      SpanBatches batches = new SpanBatches();
      long spans = 0;
      while (!upload.isDone()) {
        batches.send(sender, 16);
        spans += 16L * SpanBatches.SPANS;
      }
      if (!upload.get().contains("\"accepted\":" + requests + ",")) {
        throw new IllegalStateException("not all of " + requests + " were accepted");
      }
      System.err.printf("%d requests of k6, %d spans%n", requests, spans);
      return new Result(
          service.peakRssBytes().orElse(0) / MIB,
          MOST_MIB,
          "MiB",
          requests,
          service.peakRssBytes(),
          heap.peakBytes());
    }
  }

  private static String upload(ServiceProcess service, Path file) {
    try {
      return service.post("/api/v1/runs/bench/client-records?format=k6-json", file);
    } catch (Exception failed) {
      throw new IllegalStateException("the upload failed", failed);
    }
  }
}
