package io.hbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The floors of src/docs/architecture.md: imports only point down. */
@AnalyzeClasses(packages = "io.hbench", importOptions = DoNotIncludeTests.class)
class FloorsTest {

  /** From the top to the bottom: a floor may use those behind it in this list. */
  @ArchTest
  static final ArchRule importsOnlyPointDown =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("io.hbench.cli..")
          .layer("suite")
          .definedBy("io.hbench.suite..")
          .layer("history")
          .definedBy("io.hbench.history..")
          .layer("page")
          .definedBy("io.hbench.page..")
          .layer("report")
          .definedBy("io.hbench.report..")
          .layer("job")
          .definedBy("io.hbench.job..")
          .layer("cluster")
          .definedBy("io.hbench.cluster..")
          .layer("rundir")
          .definedBy("io.hbench.rundir..")
          .layer("run")
          .definedBy("io.hbench.run..")
          .layer("op")
          .definedBy("io.hbench.op..")
          .layer("latency")
          .definedBy("io.hbench.latency..")
          .layer("data")
          .definedBy("io.hbench.data..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("suite")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("history")
          .mayOnlyBeAccessedByLayers("cli", "suite")
          .whereLayer("page")
          .mayOnlyBeAccessedByLayers("cli", "suite", "history")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli", "suite", "history", "page")
          .whereLayer("job")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("cluster")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("rundir")
          .mayOnlyBeAccessedByLayers("cli", "suite", "history", "page", "report", "job", "cluster")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("cli", "suite", "history", "page", "report", "job", "cluster")
          .whereLayer("op")
          .mayOnlyBeAccessedByLayers("cli", "report", "job", "cluster", "run")
          .whereLayer("latency")
          .mayOnlyBeAccessedByLayers(
              "cli", "suite", "history", "page", "report", "job", "rundir", "run")
          .whereLayer("data")
          .mayOnlyBeAccessedByLayers("cli", "report", "job", "cluster", "rundir", "run", "op")
          .ensureAllClassesAreContainedInArchitecture();

  @ArchTest
  static final ArchRule dataKnowsTheJdkAndCommonsRngAlone =
      classes()
          .that()
          .resideInAPackage("io.hbench.data..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.hbench.data..", "java..", "org.apache.commons.rng..");

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.hbench.(*)..").should().beFreeOfCycles();

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
          .resideOutsideOfPackages("io.hbench.job..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.hadoop.mapreduce..");

  @ArchTest
  static final ArchRule onlyTheCommandLinePrintsAndExits =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.hbench.cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class);
}
