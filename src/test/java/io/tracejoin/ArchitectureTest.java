package io.tracejoin;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The package table of docs/architecture.md. */
class ArchitectureTest {

  private static final String ROOT = "io.tracejoin.";

  /** What each package may use of ours, besides itself. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("decompose", Set.of()),
          Map.entry("errand", Set.of()),
          Map.entry("statistics", Set.of()),
          Map.entry("diagnosis", Set.of("decompose", "statistics")),
          Map.entry("run", Set.of("decompose")),
          Map.entry("ingest", Set.of("decompose")),
          Map.entry("ingest.otlp", Set.of("decompose", "ingest")),
          Map.entry("ingest.client", Set.of("decompose", "ingest", "run")),
          Map.entry("join", Set.of("decompose", "run")),
          Map.entry("budget", Set.of("decompose", "statistics", "run")),
          Map.entry("report", Set.of("decompose", "statistics", "diagnosis", "run", "budget")),
          Map.entry("report.verdict", Set.of("decompose", "statistics", "run", "budget", "report")),
          Map.entry("retention", Set.of("run", "report")),
          Map.entry("trace", Set.of("decompose", "run")),
          Map.entry(
              "store",
              Set.of(
                  "decompose",
                  "errand",
                  "statistics",
                  "diagnosis",
                  "run",
                  "ingest",
                  "ingest.otlp",
                  "ingest.client",
                  "join",
                  "budget",
                  "report",
                  "report.verdict",
                  "retention",
                  "trace",
                  "security")),
          Map.entry(
              "web",
              Set.of(
                  "decompose",
                  "errand",
                  "statistics",
                  "diagnosis",
                  "run",
                  "ingest",
                  "ingest.otlp",
                  "ingest.client",
                  "join",
                  "budget",
                  "report",
                  "report.verdict",
                  "trace",
                  "security")),
          Map.entry("security", Set.of("ingest", "ingest.otlp")),
          Map.entry("tracing", Set.of("ingest", "ingest.client", "join", "report")),
          Map.entry("demo", Set.of("decompose")));

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tracejoin");

  static Stream<String> packages() {
    return MAY_USE.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageUsesOnlyWhatTheTableGrants(String name) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(ours(MAY_USE.getOrDefault(name, Set.of()), name))
        .allowEmptyShould(true)
        .check(MAIN);
  }

  @Test
  void everyPackageStandsInTheTable() {
    Set<String> found =
        MAIN.stream()
            .map(JavaClass::getPackageName)
            .filter(it -> it.startsWith(ROOT))
            .map(it -> it.substring(ROOT.length()))
            .collect(Collectors.toSet());

    assertThat(MAY_USE.keySet()).containsAll(found);
  }

  @Test
  void decomposeAndStatisticsArePure() {
    classes()
        .that()
        .resideInAPackage(ROOT + "decompose")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                ROOT + "decompose",
                "java.lang..",
                "java.math",
                "java.util..",
                "java.time",
                "java.nio.charset",
                "java.security",
                "org.jspecify.."))
        .check(MAIN);
    classes()
        .that()
        .resideInAPackage(ROOT + "statistics")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                ROOT + "statistics",
                "java.lang..",
                "java.math",
                "java.nio",
                "java.util..",
                "org.jspecify..",
                "org.apache.commons.math3..",
                "org.HdrHistogram"))
        .check(MAIN);
  }

  @Test
  void diagnosisIsPure() {
    classes()
        .that()
        .resideInAPackage(ROOT + "diagnosis")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                ROOT + "diagnosis",
                ROOT + "statistics",
                ROOT + "decompose",
                "java.lang..",
                "java.util..",
                "org.jspecify.."))
        .check(MAIN);
  }

  @Test
  void sqlStaysInTheStore() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "store")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql", "javax.sql", "org.postgresql..", "org.springframework.jdbc..")
        .check(MAIN);
  }

  @Test
  void storeKeepsItsClassesToItself() {
    classes()
        .that()
        .resideInAPackage(ROOT + "store")
        .should()
        .bePackagePrivate()
        .orShould()
        .beNestedClasses()
        .check(MAIN);
  }

  @Test
  void timeComesFromTheClock() {
    noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDate.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(MAIN);
  }

  private static DescribedPredicate<JavaClass> ours(Set<String> granted, String self) {
    return DescribedPredicate.describe(
        "are of ours and neither in " + self + " nor in " + granted,
        it ->
            it.getPackageName().startsWith(ROOT)
                && !it.getPackageName().equals(ROOT + self)
                && !granted.contains(it.getPackageName().substring(ROOT.length())));
  }
}
