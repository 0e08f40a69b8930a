package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the packaged jar says that it is made of, against what is in it. */
class BillOfMaterialsIT {

  private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");
  private static final String LIBRARIES = "BOOT-INF/lib/";

  @Test
  void everyLibraryInTheJarStandsInItsBill() throws IOException {
    try (JarFile jar = new JarFile(Path.of(System.getProperty("tracejoin.jar")).toFile())) {
      String place = jar.getManifest().getMainAttributes().getValue("Sbom-Location");
      assumeTrue(
          place != null || !"offline=true".equals(System.getProperty("tracejoin.build")),
          "no bill of materials yet: build once without -o");
      JsonNode bill = Service.JSON.readTree(jar.getInputStream(jar.getEntry(place)));
      Set<String> named =
          bill.path("components").valueStream().map(this::file).collect(Collectors.toSet());
      List<String> libraries =
          jar.stream()
              .map(it -> it.getName())
              .filter(it -> it.startsWith(LIBRARIES) && it.endsWith(".jar"))
              .map(it -> it.substring(LIBRARIES.length()))
              // Boot's own, put into the jar when it is packaged.
              .filter(it -> !it.startsWith("spring-boot-jarmode-tools-"))
              .toList();

      assertThat(libraries).hasSizeGreaterThan(100);
      assertThat(named).containsAll(libraries);
    }
  }

  private String file(JsonNode component) {
    Matcher classified = CLASSIFIER.matcher(component.path("purl").asString());
    return component.path("name").asString()
        + "-"
        + component.path("version").asString()
        + (classified.find() ? "-" + classified.group(1) : "")
        + ".jar";
  }
}
