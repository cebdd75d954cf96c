package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Figure;
import io.hbench.kit.Chance;
import io.hbench.suite.Pareto.Option;
import io.hbench.suite.SuiteRecord.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ParetoTest {
  private static final double MARGIN = 0.05;
  private static final int TRIALS = 2_000;

  private final List<Run> runs = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  /** Standard deviation of the runs. */
  private double noise = 0.01;

  @Test
  void whatIsWorseInNothingAndBetterInSomethingDominates() {
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.4, 1.0, 1.0);
    add("slow", 3, 0.4, 1.0, 2.0);
    add("small", 3, 0.3, 1.0, 2.0);
    Pareto pareto = Pareto.of(record(), MARGIN);
    assertThat(pareto.criteria())
        .extracting(Pareto.Criterion::toString)
        .containsExactly("load size-on-disk", "load rows/s", "read p50");
    assertThat(pareto.isKnown()).isTrue();
    assertThat(pareto.options())
        .extracting(Option::configuration, Option::dominatedBy)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("none", List.of("gz")),
            org.assertj.core.groups.Tuple.tuple("gz", List.of()),
            org.assertj.core.groups.Tuple.tuple("slow", List.of("gz", "small")),
            org.assertj.core.groups.Tuple.tuple("small", List.of()));
    assertThat(pareto.options().get(1).values().get(0)).isBetween(0.38, 0.42);
  }

  @Test
  void whatCannotBeToldApartIsNotDominated() {
    noise = 0.2;
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.9, 1.0, 1.0);
    assertThat(dominated()).isEmpty();
    runs.clear();
    noise = 0.01; // within the margin
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.99, 1.0, 1.0);
    assertThat(dominated()).isEmpty();
  }

  @Test
  void withoutRepeatsOrWithoutAFigureNothingIsDominated() {
    add("none", 1, 1.0, 1.0, 1.0);
    add("gz", 1, 0.1, 1.0, 1.0);
    assertThat(Pareto.of(record(), MARGIN).isKnown()).isFalse();
    assertThat(dominated()).isEmpty();
    runs.clear();
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.1, 1.0, 1.0);
    assertThat(dominated()).containsExactly("none");
    runs.removeIf(run -> run.step().equals("read") && run.configuration().equals("gz"));
    assertThat(dominated()).isEmpty();
    assertThat(Pareto.of(record(), MARGIN).options().get(1).values()).endsWith((Double) null);
  }

  @Test
  void aSuiteWithoutASizeOnDiskHasNone() {
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.1, 1.0, 1.0);
    runs.removeIf(run -> run.step().equals("load"));
    assertThat(Pareto.of(record(), MARGIN).options()).isEmpty();
  }

  /** Each is worse by the margin in something, or better by no more than that. */
  @Test
  void aFrontIsSeldomWrong() {
    noise = 0.02;
    int wrong = 0;
    for (int i = 0; i < TRIALS; i++) {
      runs.clear();
      add("none", 3, 1.0, 1.0, 1.0);
      add("small", 3, 0.5, 1.0, 1 + MARGIN);
      add("fast", 3, 0.5, 1 / (1 + MARGIN), 1.0);
      add("same", 3, 1 / (1 + MARGIN), 1.0, 1.0);
      wrong += dominated().isEmpty() ? 0 : 1;
    }
    assertThat(wrong).isLessThanOrEqualTo((int) Chance.atMost(TRIALS, 1 - Pareto.CONFIDENCE));
  }

  private List<String> dominated() {
    return Pareto.of(record(), MARGIN).options().stream()
        .filter(option -> !option.dominatedBy().isEmpty())
        .map(Option::configuration)
        .toList();
  }

  /**
   * Adds repeats of a configuration.
   *
   * @param speed of its load
   * @param latency of its reads
   */
  private void add(String name, int repeats, double size, double speed, double latency) {
    for (int i = 1; i <= repeats; i++) {
      Map<String, Double> load = new HashMap<>();
      load.put(Figure.SIZE_ON_DISK.toString(), drawn(size));
      load.put(Figure.ROWS_PER_SECOND.toString(), drawn(speed));
      load.put(Figure.P50.toString(), drawn(7));
      run("load", name, i, Map.of("put", load));
      run("read", name, i, Map.of("get", Map.of(Figure.P50.toString(), drawn(latency))));
    }
  }

  private double drawn(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  private void run(
      String step, String configuration, int repeat, Map<String, Map<String, Double>> figures) {
    runs.add(
        new Run(
            step,
            Map.of(PlannedRun.CONFIGURATION, configuration),
            repeat,
            true,
            step + "/" + repeat,
            0,
            null,
            true,
            "valid",
            figures,
            false,
            false));
  }

  private SuiteRecord record() {
    return new SuiteRecord(
        SuiteRecord.SCHEMA, "s", "1", false, Map.of(), List.of(), List.copyOf(runs), List.of());
  }
}
