package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often a comparison is wrong, by pairs of runs whose truth is known. Another {@code
 * -Dcompare.seed} makes other runs of all of them.
 */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparerIT {
  private static final int PAIRS = 100;
  private static final double CONFIDENCE = 0.98;
  private static final long SEED = Long.getLong("compare.seed", 0) * 1_000_003;

  /** Runs are half a percent apart, their tasks too, and their intervals three. */
  private static final SyntheticRuns KIND = kind(1);

  /** Runs of each side, where they are repeated. */
  private static final int REPEATS = 5;

  @TempDir static Path dir;
  private int written;

  /** Sets of the same, of which any two make a pair. */
  private final List<RunSet> same = new ArrayList<>();

  /** What became of pairs. */
  private static final class Counts {
    private final Map<FigureVerdict, Integer> judgements = new EnumMap<>(FigureVerdict.class);
    private int wrong;

    void add(Comparison comparison, double slower) {
      add(comparison, slower, 0);
    }

    void add(Comparison comparison, double slower, double moreErrors) {
      judgements.merge(comparison.verdict(), 1, Integer::sum);
      wrong += figures(comparison).stream().allMatch(f -> holds(f, slower, moreErrors)) ? 0 : 1;
    }

    int of(FigureVerdict verdict) {
      return judgements.getOrDefault(verdict, 0);
    }

    int alarms() {
      return of(FigureVerdict.REGRESSION) + of(FigureVerdict.IMPROVEMENT);
    }

    void print(String what) {
      System.out.println(what + ": " + judgements + "; an interval missed the truth in " + wrong);
    }
  }

  @Test
  void pairsOfEqualRunsGiveFewerThanFiveFalseAlarmsIn100() throws IOException {
    Counts counts = new Counts();
    for (int i = 0; i < PAIRS; i++) {
      counts.add(compare(set(kind(2), 1), set(kind(2), 1)), 1);
    }
    counts.print("pairs of the same");
    assertThat(counts.alarms()).isLessThan(5);
  }

  @Test
  void setsOfEqualRunsGiveFewerThanFiveFalseAlarmsIn100() throws IOException {
    List<RunSet> sets = sets();
    Counts counts = new Counts();
    for (int i = 0; i < PAIRS; i++) {
      counts.add(compare(sets.get(i), sets.get((i + 1) % PAIRS)), 1);
    }
    counts.print("sets of the same");
    assertThat(counts.alarms()).isLessThan(5);
    assertThat(counts.wrong).isLessThan(5);
  }

  @Test
  void setsThatFailAlikeGiveFewerThanFiveFalseAlarmsIn100() throws IOException {
    SyntheticRuns failing = KIND.timingOut(0.02);
    Counts counts = new Counts();
    for (int i = 0; i < PAIRS; i++) {
      counts.add(compare(set(failing, REPEATS), set(failing, REPEATS)), 1);
    }
    counts.print("sets that fail alike");
    assertThat(counts.alarms()).isLessThan(5);
  }

  @Test
  void anotherPercentOfErrorsIsFoundInTenRuns() throws IOException {
    Counts counts = new Counts();
    for (RunSet baseline : sets()) {
      counts.add(compare(baseline, set(KIND.timingOut(0.01), REPEATS)), 1, 0.01);
    }
    counts.print("sets of which 1 % fails");
    assertThat(counts.of(FigureVerdict.REGRESSION)).isGreaterThanOrEqualTo(95);
    assertThat(counts.of(FigureVerdict.IMPROVEMENT)).isZero();
  }

  @Test
  void aFivePercentRegressionIsFoundInTenRuns() throws IOException {
    Counts counts = new Counts();
    for (RunSet baseline : sets()) {
      counts.add(compare(baseline, set(KIND.slower(1.05), REPEATS)), 1.05);
    }
    counts.print("sets that are 5 % slower");
    assertThat(counts.of(FigureVerdict.REGRESSION)).isGreaterThanOrEqualTo(95);
    assertThat(counts.of(FigureVerdict.IMPROVEMENT)).isZero();
    assertThat(counts.wrong).isLessThan(5);
  }

  @Test
  void theReportOfASyntheticRunMatchesItsFiles() throws IOException {
    RunDirectory run = KIND.write(dir.resolve("checked"), 1);
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

  private static SyntheticRuns kind(int tasks) {
    return new SyntheticRuns(
        tasks, 50, 200 / tasks, 2_000, 0.005, 0.005, 0.03, 0.6, 1, Map.of(), null);
  }

  private static Comparison compare(RunSet baseline, RunSet candidate) throws IOException {
    return Comparer.read(List.of(baseline), List.of(candidate)).compare(Margins.USUAL, CONFIDENCE);
  }

  private List<RunSet> sets() throws IOException {
    while (same.size() < PAIRS) {
      same.add(set(KIND, REPEATS));
    }
    return same;
  }

  private static List<FigureComparison> figures(Comparison comparison) {
    return comparison.sets().get(0).operations().get(0).figures();
  }

  /** Whether the interval has the truth in it. */
  private static boolean holds(FigureComparison figure, double slower, double moreErrors) {
    if (figure.unit().equals("share")) {
      return figure.low() <= moreErrors && moreErrors <= figure.high();
    }
    double truth = (figure.figure().equals("ops/s") ? 1 / slower : slower) - 1;
    return figure.low() == null || (figure.low() <= truth && truth <= figure.high());
  }

  private RunSet set(SyntheticRuns kind, int runs) throws IOException {
    List<RunDirectory> directories = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      directories.add(kind.write(dir.resolve(Integer.toString(written)), SEED + written));
      written++;
    }
    return new RunSet("", directories, List.of());
  }
}
