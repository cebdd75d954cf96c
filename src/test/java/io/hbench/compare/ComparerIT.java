package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbench.compare.ComparedSets.Counts;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often a comparison is wrong, by pairs of runs whose truth is known. Another {@code
 * -Dcompare.seed} makes other runs of all of them.
 */
@Tag("soak")
class ComparerIT {
  private static final int PAIRS = 100;
  private static final long SEED = Long.getLong("compare.seed", 0);

  @TempDir static Path dir;

  @Test
  void pairsOfEqualRunsGiveFewerThanFiveFalseAlarmsIn100() {
    assertThat(counts(ComparedSets.SINGLE).alarms()).isLessThan(5);
  }

  @Test
  void setsOfEqualRunsGiveFewerThanFiveFalseAlarmsIn100() {
    Counts counts = counts(ComparedSets.SAME);
    assertThat(counts.alarms()).isLessThan(5);
    assertThat(counts.wrong()).isLessThan(5);
  }

  @Test
  void setsThatFailAlikeGiveFewerThanFiveFalseAlarmsIn100() {
    assertThat(counts(ComparedSets.FAILING).alarms()).isLessThan(5);
  }

  @Test
  void anotherPercentOfErrorsIsFoundInTenRuns() {
    Counts counts = counts(ComparedSets.MORE_ERRORS);
    assertThat(counts.regressions()).isGreaterThanOrEqualTo(95);
    assertThat(counts.improvements()).isZero();
  }

  @Test
  void aFivePercentRegressionIsFoundInTenRuns() {
    Counts counts = counts(ComparedSets.SLOWER);
    assertThat(counts.regressions()).isGreaterThanOrEqualTo(95);
    assertThat(counts.improvements()).isZero();
    assertThat(counts.wrong()).isLessThan(5);
  }

  @Test
  void equalConfigurationsAreToldApartInFewerThanFiveOf100Suites() {
    Counts counts = counts(ComparedSets.CONFIGURATIONS);
    assertThat(counts.alarms()).isLessThan(5);
    assertThat(counts.wrong()).isLessThan(5);
  }

  @Test
  void aSlowConfigurationBesideTwoEqualOnesIsFound() {
    Counts counts = counts(ComparedSets.ONE_SLOWER);
    assertThat(counts.regressions()).isGreaterThanOrEqualTo(90);
    assertThat(counts.improvements()).isZero();
    assertThat(counts.wrong()).isLessThan(5);
  }

  @Test
  void theReportOfASyntheticRunMatchesItsFiles() throws IOException {
    SyntheticRuns kind = new SyntheticRuns(1, 50, 200, 2_000, 0, 0, 0.03, 0.6, 1, Map.of(), null);
    RunDirectory run = kind.write(dir.resolve("checked"), 1);
    RunReport report = ReportReader.read(run);
    assertThat(report.verdict().reasons()).isEmpty();
    RunReport.OperationReport get = report.operations().get(0);
    assertThat(MeasuredRun.read(run).report().operations())
        .extracting(
            RunReport.OperationReport::operation,
            RunReport.OperationReport::count,
            RunReport.OperationReport::opsPerSecond,
            RunReport.OperationReport::service)
        .containsExactly(tuple(get.operation(), get.count(), get.opsPerSecond(), get.service()));
    assertThat(MeasuredRun.read(run).report().settings()).isEqualTo(report.settings());
  }

  private static Counts counts(ComparedSets sets) {
    Counts counts = sets.compare(PAIRS, SEED);
    System.out.println(sets.name() + ": " + counts);
    return counts;
  }
}
