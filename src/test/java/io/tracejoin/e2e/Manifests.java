package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The chart as helm renders it, and the compose file, as trees of maps and lists. */
final class Manifests {

  /** A helm that was built from its module does not know its Kubernetes version. */
  private static final String KUBERNETES = "1.31.0";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::\\?[^}]*)?}");

  private Manifests() {}

  /** A program of the machine; the test is skipped where it is not there. */
  static String program(String name) {
    Optional<Path> found =
        Stream.concat(
                Stream.of(System.getenv("PATH").split(File.pathSeparator)),
                Stream.of(System.getProperty("user.home") + "/go/bin"))
            .map(it -> Path.of(it, name))
            .filter(Files::isExecutable)
            .findFirst();
    assumeThat(found).as("%s is not on this machine", name).isPresent();
    return found.orElseThrow().toString();
  }

  /** What a program prints; fails where it fails. */
  static String output(String... command) {
    try {
      Path errors = Files.createTempFile("tracejoin", ".err");
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(printed + Files.readString(errors)).isZero();
      Files.delete(errors);
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static String rendered(String values) {
    return output(
        program("helm"),
        "template",
        "tj",
        "helm/tracejoin",
        "--kube-version",
        KUBERNETES,
        "-f",
        "helm/tracejoin/ci/" + values);
  }

  static List<Map<String, Object>> documents(String yaml) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (Object document : new Yaml().loadAll(yaml)) {
      if (document != null) {
        documents.add(map(document));
      }
    }
    return documents;
  }

  static Map<String, Object> ofKind(List<Map<String, Object>> documents, String kind) {
    return documents.stream().filter(it -> kind.equals(it.get("kind"))).findFirst().orElseThrow();
  }

  /** The only container of a pod template. */
  static Map<String, Object> container(Map<String, Object> workload) {
    Map<String, Object> pod = map(map(map(workload.get("spec")).get("template")).get("spec"));
    return map(((List<?>) pod.get("containers")).get(0));
  }

  /**
   * A container's environment; values that are in secrets are those given, by key of the secret.
   */
  static Map<String, String> environment(
      Map<String, Object> container, Map<String, String> secrets) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (Object entry : (List<?>) container.get("env")) {
      Map<String, Object> variable = map(entry);
      Object value = variable.get("value");
      environment.put(
          String.valueOf(variable.get("name")),
          value == null ? secret(variable, secrets) : value.toString());
    }
    return environment;
  }

  private static String secret(Map<String, Object> variable, Map<String, String> secrets) {
    Object key = map(map(variable.get("valueFrom")).get("secretKeyRef")).get("key");
    assertThat(secrets).containsKey(String.valueOf(key));
    return String.valueOf(secrets.get(String.valueOf(key)));
  }

  /** The environment of a service of the compose file, with its variables filled in. */
  static Map<String, String> composed(String service, Map<String, String> variables) {
    try {
      Map<String, Object> compose =
          map(new Yaml().load(Files.readString(Path.of("docker-compose.yml"))));
      Map<String, String> environment = new LinkedHashMap<>();
      map(map(map(compose.get("services")).get(service)).get("environment"))
          .forEach((name, value) -> environment.put(name, filled(value.toString(), variables)));
      return environment;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String filled(String value, Map<String, String> variables) {
    return VARIABLE
        .matcher(value)
        .replaceAll(it -> Matcher.quoteReplacement(String.valueOf(variables.get(it.group(1)))));
  }

  @SuppressWarnings("unchecked") // a YAML mapping of these files has texts as keys
  static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }
}
