package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Margins;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;

/**
 * How often the comparison of repeated and of single runs is wrong: pairs of sets whose truth is
 * known, or configurations that are compared with the first of them together. Runs and tasks are
 * half a percent apart, intervals three.
 *
 * @param runs of each side
 * @param slower factor by which the candidate is, the last one of several
 * @param errors share of failed requests on the first and on the second side
 * @param candidates that are compared with the same baseline
 */
public record ComparedSets(
    String name, int runs, SyntheticRuns kind, double slower, Errors errors, int candidates) {
  private static final double CONFIDENCE = 0.98;
  private static final int REPEATS = 5;
  private static final Errors NONE = new Errors(0, 0);

  static final ComparedSets SAME = repeats("five runs and five runs, the same", 1, NONE);
  static final ComparedSets SLOWER = repeats("the candidate is 5 % slower", 1.05, NONE);
  static final ComparedSets FAILING =
      repeats("2 % of the requests fail on both sides", 1, new Errors(0.02, 0.02));
  static final ComparedSets MORE_ERRORS =
      repeats("1 % of the candidate's requests fail", 1, new Errors(0, 0.01));
  static final ComparedSets SINGLE =
      new ComparedSets("run and run, the same", 1, kind(2), 1, NONE, 1);
  static final ComparedSets SINGLE_SLOWER =
      new ComparedSets("the candidate is 5 % slower", 1, kind(2), 1.05, NONE, 1);
  static final ComparedSets CONFIGURATIONS =
      new ComparedSets(
          "four configurations of five runs, each compared with the first, the same",
          REPEATS,
          kind(1),
          1,
          NONE,
          3);
  static final ComparedSets ONE_SLOWER =
      new ComparedSets("one of them is 5 % slower", REPEATS, kind(1), 1.05, NONE, 3);

  private static final List<ComparedSets> ALL =
      List.of(
          SAME, SLOWER, FAILING, MORE_ERRORS, SINGLE, SINGLE_SLOWER, CONFIGURATIONS, ONE_SLOWER);

  /** Shares of failed requests. */
  record Errors(double baseline, double candidate) {}

  /**
   * What became of pairs.
   *
   * @param wrong pairs in which any interval excludes the truth
   */
  record Counts(int regressions, int improvements, int wrong) {
    int alarms() {
      return regressions + improvements;
    }
  }

  private static ComparedSets repeats(String name, double slower, Errors errors) {
    return new ComparedSets(name, REPEATS, kind(1), slower, errors, 1);
  }

  private static SyntheticRuns kind(int tasks) {
    return new SyntheticRuns(
        tasks, 50, 200 / tasks, 2_000, 0.005, 0.005, 0.03, 0.6, 1, Map.of(), null);
  }

  /** Compares pairs; another seed makes other ones. */
  Counts compare(int pairs, long seed) {
    List<Comparison> all =
        IntStream.range(0, pairs).parallel().mapToObj(i -> compared(seed * pairs + i)).toList();
    return new Counts(
        count(all, FigureVerdict.REGRESSION),
        count(all, FigureVerdict.IMPROVEMENT),
        (int) all.stream().filter(comparison -> !holds(comparison)).count());
  }

  private static int count(List<Comparison> all, FigureVerdict verdict) {
    return (int) all.stream().filter(comparison -> comparison.verdict() == verdict).count();
  }

  private Comparison compared(long pair) {
    try {
      Path dir = Files.createTempDirectory("sets");
      try {
        long first = (candidates + 1) * pair;
        List<RunDirectory> baseline = runs(kind.timingOut(errors.baseline), dir, first);
        List<RunSet> from = new ArrayList<>();
        List<RunSet> to = new ArrayList<>();
        for (int i = 1; i <= candidates; i++) {
          SyntheticRuns own = kind.slower(slower(i)).timingOut(errors.candidate);
          from.add(new RunSet(Integer.toString(i), baseline, List.of()));
          to.add(new RunSet(Integer.toString(i), runs(own, dir, first + i), List.of()));
        }
        return Comparer.read(from, to).compare(Margins.USUAL, CONFIDENCE);
      } finally {
        FileUtils.deleteDirectory(dir.toFile());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double slower(int candidate) {
    return candidate == candidates ? slower : 1;
  }

  private List<RunDirectory> runs(SyntheticRuns ofSide, Path dir, long number) throws IOException {
    List<RunDirectory> directories = new ArrayList<>();
    for (long seed = runs * number; seed < runs * (number + 1); seed++) {
      directories.add(ofSide.write(dir.resolve(Long.toString(seed)), seed));
    }
    return directories;
  }

  /** Whether all intervals have the truth in them. */
  private boolean holds(Comparison comparison) {
    return comparison.sets().stream()
        .allMatch(
            set ->
                set.operations().get(0).figures().stream()
                    .allMatch(figure -> holds(figure, slower(Integer.parseInt(set.name())))));
  }

  private boolean holds(FigureComparison figure, double truly) {
    double truth =
        figure.unit().equals("share")
            ? errors.candidate - errors.baseline
            : (figure.figure().equals("ops/s") ? 1 / truly : truly) - 1;
    return figure.low() == null || (figure.low() <= truth && truth <= figure.high());
  }

  /** A line for each kind of pairs. */
  public static String table(int pairs) {
    StringBuilder text =
        new StringBuilder(
            """
            | pairs | regression | improvement | an interval excludes the truth |
            |---|---|---|---|
            """);
    for (ComparedSets sets : ALL) {
      Counts counts = sets.compare(pairs, 0);
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %.1f %% | %.1f %% | %.1f %% |%n",
              sets.name,
              100.0 * counts.regressions / pairs,
              100.0 * counts.improvements / pairs,
              100.0 * counts.wrong / pairs));
    }
    return text.toString();
  }
}
