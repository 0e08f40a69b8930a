package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.Arrays;

/**
 * From the navigation to the page of a finished run of a million requests until its figures and all
 * its charts are shown in Chromium, against the same page of a run of a thousand. Medians of new
 * visitors who take turns.
 */
final class RunPage implements Benchmark {

  private static final int REQUESTS = 1_000_000;
  private static final int FEW = 1_000;
  private static final int VISITORS = 7;
  private static final String SMALL = "small";

  /** Figures, four charts with something drawn, and nothing that still loads. */
  private static final String SHOWN =
      "document.querySelector('#figures table')"
          + " && document.querySelectorAll('.chart canvas').length >= 4"
          + " && !document.querySelector('[aria-busy]')";

  private static final String STATE = "SELECT state FROM run WHERE run_id = '%s'";

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Chromium browser = resources.own(Chromium.start());
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service =
          resources.own(ServiceProcess.launch(directory, "--tracejoin.join.settle=1s"));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      int n = (int) Math.ceil(REQUESTS * scale);
      try (Connection database = service.database().connect()) {
        JoinedRequests.store(service, database, new JoinedRequests.Run(SMALL, "01900001"), FEW);
        finish(service, database, SMALL);
        JoinedRequests.store(service, database, n);
        finish(service, database, JoinedRequests.RUN);
      }
      double[] large = new double[VISITORS];
      double[] small = new double[VISITORS];
      for (int visitor = 0; visitor < VISITORS; visitor++) {
        large[visitor] = told(browser, service, JoinedRequests.RUN);
        small[visitor] = told(browser, service, SMALL);
      }
      return new Result(
          median(large), median(small), "ms", n, service.peakRssBytes(), heap.peakBytes());
    }
  }

  /** As its generator does; returns when its report is stored. */
  private static void finish(ServiceProcess service, Connection database, String run)
      throws Exception {
    service.post(service.rest("/api/v1/runs/" + run + "/finish"), "application/json", "");
    while (!Database.text(database, STATE.formatted(run)).equals("finished")) {
      Thread.sleep(100);
    }
    long begin = System.nanoTime();
    service.get("/api/v1/runs/" + run + "/report");
    System.err.printf("report of %s after %.1f s%n", run, (System.nanoTime() - begin) / 1e9);
  }

  private static double told(Chromium browser, ServiceProcess service, String run) {
    double ms = browser.shownAfterMs(service.rest("/runs/" + run), SHOWN);
    System.err.printf("page of %s after %.0f ms%n", run, ms);
    return ms;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
