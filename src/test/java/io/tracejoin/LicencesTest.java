package io.tracejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Under which licences the libraries in the jar may be, as its bill of materials names them. The
 * bill is made by a build that is online; until there was one, offline builds skip this.
 */
class LicencesTest {

  /**
   * Of a library with several licences one is taken. A further licence is added here after it was
   * read, not to make the build pass.
   */
  private static final Set<String> ALLOWED =
      Set.of(
          "Apache-2.0",
          "MIT",
          "MIT-0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "0BSD",
          "EPL-2.0",
          "CC0-1.0",
          "PostgreSQL");

  @Test
  void everyLibraryIsUnderALicenceThatIsAllowed() {
    List<String> refused = new ArrayList<>();
    for (JsonNode component : components()) {
      List<String> licences = licences(component);
      if (!isAllowed(licences)) {
        refused.add(component.path("purl").asString() + " " + licences);
      }
    }

    assertThat(refused).as("not one of %s", ALLOWED).isEmpty();
  }

  @Test
  void theBillNamesLibrariesAndNotSpringsHomeAsOurs() {
    assertThat(components().size()).isGreaterThan(100);
    assertThat(components().valueStream().map(it -> it.path("name").asString()))
        .contains("postgresql", "spring-webmvc", "grpc-netty", "echarts");
    assertThat(bill().path("metadata").path("component").toString())
        .doesNotContain("spring.io", "spring-projects");
  }

  @Test
  void oneOfSeveralIsEnoughAndNoneIsNot() {
    assertThat(isAllowed(List.of("LGPL-2.1-only", "EPL-2.0"))).isTrue();
    assertThat(isAllowed(List.of("AGPL-3.0-only"))).isFalse();
    assertThat(isAllowed(List.of("AGPL-3.0-only", "Commercial"))).isFalse();
    assertThat(isAllowed(List.of())).isFalse();
  }

  private static boolean isAllowed(Collection<String> licences) {
    return licences.stream().anyMatch(ALLOWED::contains);
  }

  private static List<String> licences(JsonNode component) {
    return component
        .path("licenses")
        .valueStream()
        .map(
            it ->
                it.path("expression")
                    .asString(
                        it.path("license")
                            .path("id")
                            .asString(it.path("license").path("name").asString(""))))
        .toList();
  }

  private static JsonNode components() {
    return bill().path("components");
  }

  private static JsonNode bill() {
    try (InputStream bill =
        LicencesTest.class.getResourceAsStream("/META-INF/sbom/application.cdx.json")) {
      assumeTrue(
          bill != null || !"offline=true".equals(System.getProperty("tracejoin.build")),
          "no bill of materials yet: build once without -o");
      return JsonMapper.builder().build().readTree(Objects.requireNonNull(bill, "no bill"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
