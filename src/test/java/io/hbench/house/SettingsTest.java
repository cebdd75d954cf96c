package io.hbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hbench.settings.Setting;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Below the driver, only the specification of a run reads settings from a configuration. */
@AnalyzeClasses(packages = "io.hbench", importOptions = DoNotIncludeTests.class)
class SettingsTest {
  /** Packages of command lines and of the driver, which turn words into settings. */
  private static final String[] ABOVE = {
    "io.hbench.cli", "io.hbench.driver", "io.hbench.compat..", "io.hbench.settings"
  };

  /** Classes whose subject is settings, or which need one before there is a specification. */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          "RunSpecReader", // the one reader
          "LimitReader", // a part of it
          "NewTableReader", // another one
          "DuetReader", // the settings of either side
          "Tenants", // the settings of each tenant of a job
          "HBaseConf", // connects before there is a specification: size
          "Ladder", // the values of a ladder are settings
          "SuitePlan", // plans settings for each run
          "TableSizing", // prints the settings of the loads that it proposes
          "PastSearch", // those of a search, which has no report
          "MeasuredSearch", // likewise
          "ServerTemplates", // the site's, which no run has
          "SitePolicy", // likewise
          "ActionPolicy", // likewise
          "MeasuredIntervals", // of runs that are compared, whose specification nobody needs
          "RowsInFlight", // makes defaults smaller that are not set
          "ReportReader"); // echoes all settings in the report

  @ArchTest
  static final ArchRule onlyTheSpecificationReadsSettings =
      noClasses()
          .that()
          .resideOutsideOfPackages(ABOVE)
          .and(DescribedPredicate.not(anException()))
          .should()
          .callMethodWhere(readsASetting());

  private static DescribedPredicate<JavaClass> anException() {
    return DescribedPredicate.describe(
        "exceptions", type -> EXCEPTIONS.contains(type.getSimpleName()));
  }

  private static DescribedPredicate<JavaMethodCall> readsASetting() {
    return DescribedPredicate.describe(
        "a setting is read from a configuration",
        call ->
            call.getTargetOwner().isEquivalentTo(Setting.class)
                && !call.getName().equals("set")
                && call.getTarget().getRawParameterTypes().stream()
                    .anyMatch(type -> type.isEquivalentTo(Configuration.class)));
  }
}
