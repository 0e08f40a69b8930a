package io.tracejoin.bench;

import java.util.Map;
import java.util.TreeMap;

/**
 * {@code java -jar tracejoin-bench.jar NAME [--scale N]}: runs one benchmark and prints its result
 * as one JSON line. {@code soak} has options of its own. Exit code 0 when measured, 1 when it
 * failed, 2 for a wrong command line, 3 where this machine lacks what it needs.
 */
public final class Bench {

  private static final Map<String, Benchmark> BENCHMARKS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("growth", new Growth()),
              Map.entry("import-k6", new ImportK6()),
              Map.entry("ingest", new Ingest(GrpcSender::new)),
              Map.entry("ingest-http", new Ingest(HttpSender::new)),
              Map.entry("join", new Join()),
              Map.entry("lookup", new Lookup()),
              Map.entry("memory", new Memory()),
              Map.entry("page", new RunPage()),
              Map.entry("pipeline", new Pipeline(1)),
              Map.entry("pipeline-two", new Pipeline(2)),
              Map.entry("report", new ReportBench()),
              Map.entry("report-read", new ReportRead()),
              Map.entry("rules", new Rules()),
              Map.entry("storage", new Storage())));

  private static final String SOAK = "soak";

  private Bench() {}

  /** Takes {@code NAME} and {@code --scale N}, N from 0.01 to 1000 and 1 by default. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    if (arguments.length > 0 && arguments[0].equals(SOAK)) {
      return soak(arguments);
    }
    Benchmark benchmark = arguments.length == 0 ? null : BENCHMARKS.get(arguments[0]);
    double scale = scale(arguments);
    if (benchmark == null || Double.isNaN(scale)) {
      System.err.println("usage: java -jar tracejoin-bench.jar NAME [--scale N]");
      System.err.println("NAME is one of " + BENCHMARKS.keySet());
      System.err.println("or: soak [--minutes M] [--share S]");
      return 2;
    }
    try {
      System.out.println(benchmark.measure(scale).json(arguments[0]));
      return 0;
    } catch (Skipped lacking) {
      System.out.printf(
          "{\"bench\":\"%s\",\"skipped\":\"%s\"}%n", arguments[0], lacking.getMessage());
      return 3;
    } catch (Exception failure) {
      failure.printStackTrace();
      return 1;
    }
  }

  private static int soak(String[] arguments) {
    try {
      System.out.println(Soak.run(arguments));
      return 0;
    } catch (IllegalArgumentException refused) {
      System.err.println(refused.getMessage());
      return 2;
    } catch (Exception failure) {
      failure.printStackTrace();
      return 1;
    }
  }

  /** The wished scale, or NaN where it cannot be read. */
  private static double scale(String[] arguments) {
    if (arguments.length <= 1) {
      return 1;
    }
    if (arguments.length != 3 || !arguments[1].equals("--scale")) {
      return Double.NaN;
    }
    try {
      double scale = Double.parseDouble(arguments[2]);
      return scale >= 0.01 && scale <= 1000 ? scale : Double.NaN;
    } catch (NumberFormatException unreadable) {
      return Double.NaN;
    }
  }
}
