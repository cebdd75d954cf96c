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
  void aLoadWhoseSizeIsUnknownIsStillALoad() {
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.1, 1.0, 1.0);
    add("small", 3, 0.05, 1.0, 2.0);
    Run first = runs.get(0);
    Map<String, Double> figures = new HashMap<>(first.figures().get("put"));
    figures.remove(Figure.SIZE_ON_DISK.toString());
    runs.set(0, run("load", "none", 1, Map.of("put", figures)));
    runs.remove(runs.size() - 1);
    Pareto pareto = Pareto.of(record(), MARGIN);
    assertThat(pareto.criteria()).hasSize(3);
    assertThat(pareto.isKnown()).isTrue();
    assertThat(dominated()).containsExactly("none");
  }

  @Test
  void aFigureThatOneConfigurationHasSaysNothingOfTheOthers() {
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.1, 1.0, 1.0);
    runs.add(run("more", "gz", 1, Map.of("get", p50(3.0))));
    Pareto pareto = Pareto.of(record(), MARGIN);
    assertThat(pareto.isKnown()).isTrue();
    assertThat(pareto.options()).extracting(Option::missing).containsExactly(3, -1);
  }

  @Test
  void aConfigurationThatFailedIsUnknown() {
    add("none", 3, 1.0, 1.0, 1.0);
    add("gz", 3, 0.1, 1.0, 1.0);
    runs.add(failed("lz4"));
    assertThat(dominated()).containsExactly("none");
    assertThat(Pareto.of(record(), MARGIN).options())
        .extracting(Option::missing)
        .containsExactly(-1, -1, 0);
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

  /** Better by the margin in everything, and by no more. */
  @Test
  void manyCriteriaMakeAFrontNoMoreWrong() {
    noise = 0.02;
    int wrong = 0;
    for (int i = 0; i < TRIALS; i++) {
      runs.clear();
      add("none", 3, 1 + MARGIN, 1.0, 1 + MARGIN);
      add("same", 3, 1.0, 1 + MARGIN, 1.0);
      for (int more = 0; more < 15; more++) {
        int repeat = 1 + more % 3;
        String step = "more" + more / 3;
        runs.add(run(step, "none", repeat, Map.of("get", p50(1 + MARGIN))));
        runs.add(run(step, "same", repeat, Map.of("get", p50(1.0))));
      }
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
      runs.add(run("load", name, i, Map.of("put", load)));
      runs.add(run("read", name, i, Map.of("get", p50(latency))));
    }
  }

  private Map<String, Double> p50(double mean) {
    return Map.of(Figure.P50.toString(), drawn(mean));
  }

  private double drawn(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  private static Run run(
      String step, String configuration, int repeat, Map<String, Map<String, Double>> figures) {
    return run(step, configuration, repeat, figures, null);
  }

  private static Run failed(String configuration) {
    return run("load", configuration, 1, Map.of(), "no codec");
  }

  private static Run run(
      String step,
      String configuration,
      int repeat,
      Map<String, Map<String, Double>> figures,
      String failure) {
    return new Run(
        step,
        Map.of(PlannedRun.CONFIGURATION, configuration),
        repeat,
        true,
        step + "/" + repeat,
        0,
        failure,
        failure == null,
        failure == null ? "valid" : "failed",
        figures,
        false,
        false,
        false);
  }

  private SuiteRecord record() {
    return new SuiteRecord(
        SuiteRecord.SCHEMA, "s", "1", false, Map.of(), List.of(), List.copyOf(runs), List.of());
  }
}
