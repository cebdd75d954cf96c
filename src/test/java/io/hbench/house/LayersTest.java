package io.hbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import java.util.List;
import java.util.Map;

/** The layers of src/docs/architecture.md: imports only point down. */
@AnalyzeClasses(packages = "io.hbench", importOptions = DoNotIncludeTests.class)
class LayersTest {

  /** From the top to the bottom: a layer may use those behind it in this list. */
  private static final List<String> LAYERS =
      List.of(
          "cli",
          "driver",
          "compat.pe",
          "compat.ycsb",
          "compat.twin",
          "compat",
          "view",
          "export",
          "suite.summary",
          "trend",
          "suite",
          "trend.level",
          "compare",
          "findmax",
          "report.format",
          "report.live",
          "report",
          "report.phase",
          "report.outage",
          "report.server",
          "report.stage",
          "report.slow",
          "report.cost",
          "job",
          "job.result",
          "job.barrier",
          "engine",
          "pacing",
          "bulk",
          "cluster",
          "cluster.action",
          "cluster.rights",
          "cluster.cost",
          "profile",
          "spec",
          "settings",
          "replay",
          "op",
          "row",
          "verify",
          "client",
          "length",
          "rundir.server",
          "rundir",
          "outage",
          "twin",
          "latency",
          "data",
          "html",
          "doc",
          "figure",
          "json",
          "time");

  /** Pairs that could use each other by their place, and have no reason to. */
  private static final Map<String, List<String>> STRANGERS =
      Map.of(
          "trend", List.of("compare"),
          "compat.pe", List.of("compat.ycsb"),
          "report", List.of("job", "job.barrier", "cluster", "cluster.rights", "engine", "pacing"),
          "job", List.of("cluster", "cluster.rights"),
          "job.barrier", List.of("engine", "cluster", "cluster.rights", "pacing", "bulk"));

  @ArchTest static final ArchRule importsOnlyPointDown = importsOnlyPointDown();

  private static ArchRule importsOnlyPointDown() {
    Architectures.LayeredArchitecture all =
        layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String layer : LAYERS) {
      all = all.layer(layer).definedBy("io.hbench." + layer);
    }
    for (String layer : LAYERS) {
      String[] above =
          LAYERS.subList(0, LAYERS.indexOf(layer)).stream()
              .filter(f -> !STRANGERS.getOrDefault(f, List.of()).contains(layer))
              .toArray(String[]::new);
      all =
          above.length == 0
              ? all.whereLayer(layer).mayNotBeAccessedByAnyLayer()
              : all.whereLayer(layer).mayOnlyBeAccessedByLayers(above);
    }
    return all.ensureAllClassesAreContainedInArchitecture();
  }

  @ArchTest
  static final ArchRule dataKnowsTheJdkAndCommonsRngAlone =
      classes()
          .that()
          .resideInAPackage("io.hbench.data..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.hbench.data..", "java..", "org.apache.commons.rng..");

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.hbench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule histogramsKnowNoHBase =
      noClasses()
          .that()
          .resideInAnyPackage("io.hbench.latency..", "io.hbench.data..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.hadoop.hbase..");

  @ArchTest
  static final ArchRule onlyTheJobKnowsMapReduce =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.hbench.job..", "io.hbench.bulk..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.hadoop.mapreduce..");

  @ArchTest
  static final ArchRule onlyTheCommandLinePrintsAndExits =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.hbench.cli..", "io.hbench.driver..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class);
}
