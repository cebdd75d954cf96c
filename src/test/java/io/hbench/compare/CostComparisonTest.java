package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Margins;
import io.hbench.kit.Chance;
import io.hbench.kit.Json;
import io.hbench.report.cost.OperationCost;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPU time of the servers in a comparison. */
class CostComparisonTest {
  private static final int INTERVALS = 20;
  private static final int PAIRS = 10;

  /** Maximum error by the edges, as a share: that of a run of about ten seconds. */
  private static final double EDGES = 0.03;

  private static final int REQUESTS = INTERVALS * 200;
  private static final SyntheticRuns RUNS =
      new SyntheticRuns(1, INTERVALS, 200, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  @TempDir Path dir;
  private final Random random = new Random(1);

  @Test
  void aCostThatGrowsIsARegression() throws IOException {
    FigureComparison cost = compared(side("a", 5, 100.0), side("b", 5, 110.0)).orElseThrow();
    assertThat(cost.verdict()).isEqualTo(FigureVerdict.REGRESSION);
    assertThat(cost.unit()).isEqualTo("us");
    assertThat(cost.change()).isCloseTo(0.1, within(0.01));
    assertThat(cost.low()).isGreaterThan(0.09);
  }

  @Test
  void aCostThatStaysIsEquivalentAlsoOfSingleRuns() throws IOException {
    FigureComparison cost = compared(side("a", 1, 100.0), side("b", 1, 100.0)).orElseThrow();
    assertThat(cost.reason()).isNull();
    assertThat(cost.low()).isLessThan(0);
    assertThat(cost.high()).isBetween(0.0, 0.02);
  }

  /** Runs of equal cost, whose edges are wrong by anything within the bound; confidence: 98 %. */
  @Test
  void whatTheEdgesOfSingleRunsHideIsNoDifference() throws IOException {
    int wrong = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      FigureComparison cost =
          compared(
                  run("a" + pair, 100 * (1 + EDGES * (2 * random.nextDouble() - 1)), EDGES),
                  run("b" + pair, 100 * (1 + EDGES * (2 * random.nextDouble() - 1)), EDGES))
              .orElseThrow();
      wrong += cost.low() > 0 || cost.high() < 0 ? 1 : 0;
    }
    assertThat((long) wrong).isLessThanOrEqualTo(Chance.atMost(PAIRS, 0.02));
  }

  @Test
  void aDifferenceThatIsLargerThanTheEdgesHideIsOne() throws IOException {
    FigureComparison cost =
        compared(run("a", 100, EDGES), run("b", 100 * (1 + 5 * EDGES), EDGES)).orElseThrow();
    assertThat(cost.low()).isPositive();
  }

  @Test
  void repeatsShowByThemselvesWhatTheEdgesHide() throws IOException {
    RunSet from = side("a", 5, 100.0, EDGES);
    RunSet to = side("b", 5, 100.0, EDGES);
    assertThat(compared(from, to).orElseThrow().high()).isLessThan(0.02);
  }

  @Test
  void aSideWithoutItIsTheReasonForNoInterval() throws IOException {
    FigureComparison cost = compared(side("a", 2, 100.0), side("b", 2, null)).orElseThrow();
    assertThat(cost.verdict()).isEqualTo(FigureVerdict.INCONCLUSIVE);
    assertThat(cost.reason()).isEqualTo("the cost of an operation is unknown in 2 of the runs");
    assertThat(compared(side("c", 2, null), side("d", 2, null))).isEmpty();
  }

  private static Optional<FigureComparison> compared(RunSet from, RunSet to) throws IOException {
    return Comparer.read(List.of(from), List.of(to)).compare(Margins.USUAL, 0.98).sets().stream()
        .flatMap(set -> set.operations().stream())
        .flatMap(operation -> operation.figures().stream())
        .filter(figure -> figure.figure().equals("server-cpu"))
        .findFirst();
  }

  private RunSet run(String name, double micros, double error) throws IOException {
    return side(name, 1, micros, error);
  }

  private RunSet side(String name, int runs, Double micros) throws IOException {
    return side(name, runs, micros, 0);
  }

  /**
   * Runs of a side.
   *
   * @param micros CPU time of a request, with some noise; null if it is unknown
   * @param error maximum error of it as a share, by the edges of the window
   */
  private RunSet side(String name, int runs, Double micros, double error) throws IOException {
    List<RunDirectory> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      Path run = dir.resolve(name + "/" + i);
      all.add(RUNS.write(run, 10L * i + name.charAt(0)));
      if (micros != null) {
        Json.edit(run.resolve("report.json"), r -> r.set("cost", cost(micros, error)));
      }
    }
    return new RunSet("", all, List.of());
  }

  private OperationCost cost(double micros, double error) {
    double[] seconds =
        DoubleStream.generate(
                () -> micros / 1e6 * REQUESTS / INTERVALS * (1 + 0.005 * random.nextGaussian()))
            .limit(INTERVALS)
            .toArray();
    double total = 1e6 * DoubleStream.of(seconds).sum();
    return new OperationCost(
        REQUESTS,
        List.of(new OperationCost.Cost("server-cpu", "us", total / REQUESTS, total, error)),
        null,
        null,
        null,
        List.of(),
        DoubleStream.of(seconds).boxed().toList(),
        List.of(),
        List.of());
  }
}
