package io.hbench.suite;

import io.hbench.figure.Figure;
import io.hbench.suite.SuiteRecord.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Configurations of a suite by several criteria at once. One dominates another if it is better by
 * more than the margin in a criterion, and worse by the margin in none. Where the repeats leave
 * either open, it does not dominate: configurations that can't be told apart are all on the front.
 *
 * <p>Logarithms of a criterion are taken for normal and independent, with the same variance in all
 * configurations. The confidence is joint over all pairs. A pair is wrong if the other one is worse
 * in a criterion, which that criterion's test finds, so these tests are not corrected for their
 * number; or if it is better in none, for which any of the tests may be wrong, so these are.
 *
 * @param options configurations in the order of the suite
 * @param isKnown whether what all options have was repeated, without which no one dominates
 */
public record Pareto(List<Criterion> criteria, List<Option> options, boolean isKnown) {
  public static final double CONFIDENCE = 0.95;

  /** Standard deviation at least: that of the sizes of files with the same rows. */
  private static final double MIN_DEVIATION = 0.005;

  /** A figure of a step that loads the table, and of one that does not. */
  private static final List<Figure> OF_LOADS =
      List.of(Figure.SIZE_ON_DISK, Figure.ROWS_PER_SECOND, Figure.SERVER_CPU);

  private static final List<Figure> OF_OTHERS = List.of(Figure.P50, Figure.SERVER_CPU);

  /** A figure of a step, of all its operations together. */
  public record Criterion(String step, Figure figure) {
    @Override
    public String toString() {
      return step + " " + figure;
    }
  }

  /**
   * A configuration.
   *
   * @param values geometric means by criterion; null if no run has the figure
   * @param dominatedBy names of the configurations that dominate it
   */
  public record Option(String configuration, List<Double> values, List<String> dominatedBy) {
    /** Place of the first criterion that it lacks, without which nothing is known; -1 if none. */
    public int missing() {
      return IntStream.range(0, values.size())
          .filter(c -> values.get(c) == null)
          .findFirst()
          .orElse(-1);
    }
  }

  /**
   * The configurations of a suite whose loads have a size on disk.
   *
   * @param margin smallest change that matters, as a share
   * @return without options if there is no such load, or one configuration only
   */
  public static Pareto of(SuiteRecord record, double margin) {
    List<Run> runs =
        record.runs().stream()
            .filter(run -> run.counted() && !run.canary() && !run.configuration().isEmpty())
            .filter(run -> !run.search()) // its latencies are of another rate in each
            .toList();
    // by step: the size of a single load may be unknown
    Set<String> loads =
        runs.stream()
            .filter(run -> run.total().containsKey(Figure.SIZE_ON_DISK.toString()))
            .map(Run::nameInConfiguration)
            .collect(Collectors.toSet());
    Map<String, Map<Criterion, SummaryStatistics>> logs = new LinkedHashMap<>();
    for (Run run : runs) {
      Map<Criterion, SummaryStatistics> own =
          logs.computeIfAbsent(run.configuration(), name -> new LinkedHashMap<>());
      if (run.complete()) {
        add(run, loads.contains(run.nameInConfiguration()) ? OF_LOADS : OF_OTHERS, own);
      }
    }
    Set<Criterion> all = new LinkedHashSet<>();
    logs.values().forEach(own -> all.addAll(own.keySet()));
    return !loads.isEmpty() && logs.size() > 1
        ? of(List.copyOf(all), logs, Math.log1p(margin))
        : new Pareto(List.of(), List.of(), false);
  }

  private static void add(Run run, List<Figure> criteria, Map<Criterion, SummaryStatistics> logs) {
    Map<String, Double> figures = run.total();
    for (Figure figure : criteria) {
      Double value = figures.get(figure.toString());
      if (value != null && value > 0) {
        logs.computeIfAbsent(
                new Criterion(run.nameInConfiguration(), figure), c -> new SummaryStatistics())
            .addValue(Math.log(value));
      }
    }
  }

  private static Pareto of(
      List<Criterion> criteria,
      Map<String, Map<Criterion, SummaryStatistics>> logs,
      double margin) {
    List<String> names = List.copyOf(logs.keySet());
    SummaryStatistics[][] samples =
        logs.values().stream()
            .map(own -> criteria.stream().map(own::get).toArray(SummaryStatistics[]::new))
            .toArray(SummaryStatistics[][]::new);
    double error = (1 - CONFIDENCE) / (names.size() * (names.size() - 1));
    Test[] tests = new Test[criteria.size()];
    for (int c = 0; c < tests.length; c++) {
      tests[c] = Test.of(criteria.get(c).figure, column(samples, c), error, tests.length);
    }
    List<Option> options = new ArrayList<>();
    for (SummaryStatistics[] own : samples) {
      List<String> dominatedBy =
          IntStream.range(0, samples.length)
              .filter(other -> dominates(samples[other], own, tests, margin))
              .mapToObj(names::get)
              .toList();
      List<Double> means = new ArrayList<>();
      for (SummaryStatistics one : own) {
        means.add(one == null ? null : Math.exp(one.getMean()));
      }
      options.add(new Option(names.get(options.size()), means, dominatedBy));
    }
    boolean isKnown =
        IntStream.range(0, tests.length)
            .filter(c -> column(samples, c).size() == samples.length)
            .allMatch(c -> tests[c].deviation > 0);
    return new Pareto(criteria, options, isKnown);
  }

  private static List<SummaryStatistics> column(SummaryStatistics[][] samples, int criterion) {
    return List.of(samples).stream().map(own -> own[criterion]).filter(Objects::nonNull).toList();
  }

  /**
   * The tests of a criterion.
   *
   * @param sign 1 if more is better, else -1
   * @param deviation of single runs; NaN without repeats
   * @param notWorse quantile of the test that one is not worse
   * @param better of the test that it is better
   */
  private record Test(int sign, double deviation, double notWorse, double better) {
    static Test of(Figure figure, List<SummaryStatistics> samples, double error, int criteria) {
      int freedom = samples.stream().mapToInt(sample -> (int) sample.getN() - 1).sum();
      int sign = figure.moreIsBetter() ? 1 : -1;
      if (freedom == 0) {
        return new Test(sign, Double.NaN, Double.NaN, Double.NaN);
      }
      double squares = samples.stream().mapToDouble(SummaryStatistics::getSecondMoment).sum();
      TDistribution t = new TDistribution(freedom);
      return new Test(
          sign,
          Math.max(MIN_DEVIATION, Math.sqrt(squares / freedom)),
          t.inverseCumulativeProbability(1 - error),
          t.inverseCumulativeProbability(1 - error / criteria));
    }

    /** Gain of one against another in standard errors, beyond a bound. */
    double beyond(SummaryStatistics one, SummaryStatistics other, double bound) {
      return (sign * (one.getMean() - other.getMean()) - bound)
          / (deviation * Math.sqrt(1.0 / one.getN() + 1.0 / other.getN()));
    }
  }

  private static boolean dominates(
      SummaryStatistics[] one, SummaryStatistics[] other, Test[] tests, double margin) {
    boolean better = false;
    for (int c = 0; c < tests.length; c++) {
      Test test = tests[c];
      if (one[c] == null
          || other[c] == null
          || !(test.beyond(one[c], other[c], -margin) > test.notWorse)) {
        return false;
      }
      better |= test.beyond(one[c], other[c], margin) > test.better;
    }
    return better;
  }
}
