package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the k6 module as a k6 script imports it; the cases are in {@code k6/cases.js}. */
class K6ModuleTest {

  private static final Path CASES = Path.of("src/test/resources/k6/cases.js");
  private static final Pattern CASE = Pattern.compile("^export (?:async )?function (\\w+)\\(");
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path directory;

  static Stream<String> cases() throws IOException {
    return Files.readString(CASES)
        .lines()
        .flatMap(it -> CASE.matcher(it).results())
        .map((MatchResult it) -> it.group(1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void keepsItsPromise(String name) throws IOException {
    K6Directory files = new K6Directory(directory);
    try (Context context = context(files)) {
      context.getBindings("js").putMember("hostBytes", (ProxyExecutable) K6ModuleTest::bytes);
      context.eval("js", "randomBytesOfHost = (n) => Uint8Array.from(hostBytes(n)).buffer");
      Value cases = context.eval(module(files.cases()));
      context.getBindings("js").putMember("run", cases.getMember(name));
      context.eval(
          "js",
          """
          var outcome = 'never settled';
          (async () => run())().then(
              () => { outcome = 'ok'; }, (it) => { outcome = String(it && it.stack || it); });
          """);

      assertThat(context.eval("js", "outcome").asString()).isEqualTo("ok");
    }
  }

  /** A second engine, where the machine has one. */
  @Test
  void keepsItsPromisesInNodeToo() throws IOException, InterruptedException {
    assumeTrue(nodeIsThere(), "node is not installed");
    new K6Directory(directory);
    Path output = directory.resolve("output.txt");

    Process node =
        new ProcessBuilder("node", "run.js")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(node.exitValue()).as(Files.readString(output)).isZero();
    List<String> passed = Files.readAllLines(output, StandardCharsets.UTF_8);
    assertThat(passed).containsExactlyInAnyOrderElementsOf(cases().map(it -> "ok " + it).toList());
  }

  private static Context context(K6Directory files) {
    return Context.newBuilder("js")
        .allowIO(IOAccess.newBuilder().fileSystem(files).build())
        .allowHostAccess(HostAccess.newBuilder().allowArrayAccess(true).build())
        .allowExperimentalOptions(true)
        .option("js.esm-eval-returns-exports", "true")
        .option("engine.WarnInterpreterOnly", "false")
        .build();
  }

  private static Source module(Path file) throws IOException {
    return Source.newBuilder("js", file.toFile()).mimeType("application/javascript+module").build();
  }

  private static Object bytes(Value... arguments) {
    byte[] bytes = new byte[arguments[0].asInt()];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static boolean nodeIsThere() throws InterruptedException {
    try {
      Process version = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      version.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      return version.waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
