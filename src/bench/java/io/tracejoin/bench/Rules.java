package io.tracejoin.bench;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Microseconds to explain one trace by the rules alone, under JMH in a JVM of its own, against the
 * bare sums of its spans (less is better).
 */
final class Rules implements Benchmark {

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path results = resources.own(TemporaryDirectory.create()).path().resolve("jmh.json");
      Process jmh =
          new ProcessBuilder(command(results))
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.to(results.resolveSibling("jmh.log").toFile()))
              .start();
      resources.own(jmh::destroyForcibly);
      if (jmh.waitFor() != 0) {
        throw new IllegalStateException("JMH failed");
      }
      JsonNode measured = JsonMapper.shared().readTree(results.toFile());
      return new Result(
          score(measured, "explain"),
          score(measured, "sum"),
          "us",
          1,
          OptionalLong.empty(),
          OptionalLong.empty());
    }
  }

  private static List<String> command(Path results) throws Exception {
    Path jar = Path.of(Rules.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        jar + File.pathSeparator + jar.resolveSibling("bench-lib") + File.separator + "*",
        "org.openjdk.jmh.Main",
        "io.tracejoin.bench.rules",
        "-rf",
        "json",
        "-rff",
        results.toString());
  }

  private static double score(JsonNode measured, String method) {
    for (JsonNode one : measured) {
      if (one.path("benchmark").asString().endsWith("." + method)) {
        double score = one.path("primaryMetric").path("score").asDouble();
        System.err.printf("%s %.3f us%n", method, score);
        return score;
      }
    }
    throw new IllegalStateException("JMH did not measure " + method);
  }
}
