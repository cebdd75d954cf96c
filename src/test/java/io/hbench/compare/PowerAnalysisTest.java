package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.Comparison.Power;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.kit.Chance;
import io.hbench.report.RunReport;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerAnalysisTest {
  private static final FigureKey P50 = new FigureKey("get", Figure.P50);
  private static final FigureKey P99 = new FigureKey("get", Figure.P99);
  private static final int PAIRS = 4_000;
  private static final double POINTWISE = 0.99;
  private static final double MARGIN = Math.log1p(0.05);
  private static final SyntheticRuns RUNS =
      new SyntheticRuns(2, 20, 20, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;

  @Test
  void fourInFivePairsOfSoManyRunsAreFoundToBeEquivalent() throws IOException {
    for (double deviation : new double[] {0.012, 0.02, 0.025}) {
      int runs = plan(RUNS, deviation * deviation, 0).runs();
      assertThat(equivalent(runs, deviation))
          .as("%d runs", runs)
          .isGreaterThanOrEqualTo(Chance.atLeast(PAIRS, 0.8));
      assertThat(equivalent(runs - 1, deviation))
          .as("%d runs", runs - 1)
          .isLessThanOrEqualTo(Chance.atMost(PAIRS, 0.8));
    }
  }

  @Test
  void longerRunsAreProposedWhereTheVarianceIsWithinThem() throws IOException {
    Power power = plan(RUNS, 0, 0.002);
    assertThat(power.seconds()).isGreaterThan(20);
    assertThat(power.decides()).containsExactly("get p50");
    assertThat(power.command())
        .isEqualTo(
            "hadoop jar hbench.jar run get@2 --for %.0fs --warmup 0s --repeat %d"
                .formatted(power.seconds(), power.runs()));
    assertThat(plan(RUNS, 0.0005, 0).seconds()).isEqualTo(20);
  }

  @Test
  void aFigureThatNoRunsDecideIsNamed() throws IOException {
    PowerAnalysis analysis = new PowerAnalysis(POINTWISE);
    analysis.add(P50, 0.0001, 0.0001, MARGIN);
    analysis.add(P99, 1, 1, MARGIN);
    Power power = analysis.plan(report(RUNS), true, true);
    assertThat(power.decides()).containsExactly("get p50");
    assertThat(power.undecided()).containsExactly("get p99");
    Power none = plan(RUNS, 1, 1);
    assertThat(none.runs()).isZero();
    assertThat(none.command()).isNull();
  }

  @Test
  void theNumberOfRequestsGrowsWhereItEndsTheRun() throws IOException {
    SyntheticRuns counted = RUNS.with(Settings.OPS, "10k").with(Settings.FOR, "");
    assertThat(plan(counted, 0, 0.002).command()).containsPattern("--ops [2-9]0000 ");
  }

  /** Their puts would have overwritten the rows with values of another seed. */
  @Test
  void theRunsThatAreProposedAskForTheSameRowsAndOutages() throws IOException {
    SyntheticRuns of7 = RUNS.with(Settings.SEED, "7").with(Settings.OUTAGE_AFTER, "3s");
    assertThat(plan(of7, 0.0005, 0).command()).contains(" --seed 7 ", " --outage-after 3s ");
  }

  @Test
  void aLoadIsNotRepeatedAndNotLonger() throws IOException {
    Power power = plan(RUNS.with(Settings.COMMAND, "load"), 0, 0.0005);
    assertThat(power.seconds()).isEqualTo(20);
    assertThat(power.command()).isNull();
  }

  @Test
  void aTenantIsNotRepeatedWithoutItsNeighbours() throws IOException {
    Power power = plan(RUNS.with(Settings.TENANT, "web"), 0.0005, 0);
    assertThat(power.runs()).isPositive();
    assertThat(power.command()).isNull();
  }

  @Test
  void nothingIsProposedWhereEverythingIsDecided() throws IOException {
    assertThat(new PowerAnalysis(POINTWISE).plan(report(RUNS), true, true)).isNull();
  }

  private Power plan(SyntheticRuns kind, double between, double within) throws IOException {
    PowerAnalysis analysis = new PowerAnalysis(POINTWISE);
    analysis.add(P50, between, within, MARGIN);
    return analysis.plan(report(kind), true, true);
  }

  private RunReport report(SyntheticRuns kind) throws IOException {
    Path run = dir.resolve(Integer.toString(kind.hashCode()));
    return MeasuredRun.read(kind.write(run, 1)).report();
  }

  /** The number of pairs of the same whose interval lies within the margin. */
  private static long equivalent(int runs, double deviation) {
    SplittableRandom random = new SplittableRandom(1);
    SimultaneousIntervals intervals = new SimultaneousIntervals(POINTWISE);
    double reach = intervals.reach(2.0 * runs - 2);
    int equivalent = 0;
    for (int i = 0; i < PAIRS; i++) {
      SummaryStatistics from = new SummaryStatistics();
      SummaryStatistics to = new SummaryStatistics();
      IntStream.range(0, runs)
          .forEach(
              run -> {
                from.addValue(deviation * random.nextGaussian());
                to.addValue(deviation * random.nextGaussian());
              });
      double variance = (from.getVariance() + to.getVariance()) / 2;
      double half = reach * Math.sqrt(variance * 2 / runs);
      equivalent += Math.abs(to.getMean() - from.getMean()) + half <= MARGIN ? 1 : 0;
    }
    return equivalent;
  }
}
