package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Margins;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/**
 * How wide the intervals of single runs are, and how often they hold the truth: simulations of
 * pairs of the same load. The oracle knows the variance of each figure, and needs a normal
 * distribution only: its intervals are the shortest that hold the truth as often.
 */
public final class ComparedPairs {
  private static final double CONFIDENCE = 0.98;
  private static final int REQUESTS = 400;

  /** Kinds of runs, by what makes them vary. */
  private static final Map<String, SyntheticRuns> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("2 tasks, 25 intervals, requests alone vary", kind(2, 25, 0, 0, 0, 0));
    KINDS.put("and independent intervals, by 3 %", kind(2, 25, 0, 0, 0.03, 0));
    KINDS.put("and intervals with an autocorrelation of 0.6", kind(2, 25, 0, 0, 0.03, 0.6));
    KINDS.put("and tasks, by 0.5 %", kind(2, 25, 0, 0.005, 0.03, 0.6));
    KINDS.put("and tasks, by 2 %", kind(2, 25, 0, 0.02, 0.03, 0.6));
    KINDS.put("and runs, by 0.5 %", kind(2, 25, 0.005, 0.005, 0.03, 0.6));
    KINDS.put("and all drift by 20 %", kind(2, 25, 0, 0.005, 0.03, 0.6).shaped(0, 0.2));
    KINDS.put("and task 2 is 40 % slower in all", kind(2, 25, 0, 0.005, 0.03, 0.6).shaped(0.4, 0));
    KINDS.put("8 tasks, 100 intervals, tasks by 0.5 %", kind(8, 100, 0, 0.005, 0.03, 0.6));
    KINDS.put("8 tasks, 100 intervals, tasks by 2 %", kind(8, 100, 0, 0.02, 0.03, 0.6));
  }

  private static SyntheticRuns kind(
      int tasks, int intervals, double runs, double ofTasks, double ofIntervals, double auto) {
    return new SyntheticRuns(
        tasks,
        intervals,
        REQUESTS / tasks,
        2_000,
        runs,
        ofTasks,
        ofIntervals,
        auto,
        1,
        Map.of(),
        null);
  }

  private ComparedPairs() {}

  /** The widths and the coverage of pairs of each kind. */
  public static String table(int pairs) {
    StringBuilder text =
        new StringBuilder(
            "| pairs | ops/s, ± | width, in oracle's | ops/s | p50 | p99"
                + " | single intervals that hold the truth | all of a pair | false alarms |\n"
                + "|---|---|---|---|---|---|---|---|---|\n");
    KINDS.forEach((name, kind) -> text.append(row(name, kind, pairs)));
    return text.toString();
  }

  private static String row(String name, SyntheticRuns kind, int pairs) {
    List<Comparison> all =
        IntStream.range(0, pairs).parallel().mapToObj(pair -> compare(kind, pair)).toList();
    int figures = 0;
    int wrong = 0;
    int wrongPairs = 0;
    int alarms = 0;
    for (Comparison comparison : all) {
      long missed = figures(comparison).stream().filter(f -> !holds(f)).count();
      figures += comparison.comparedFigures();
      wrong += (int) missed;
      wrongPairs += missed > 0 ? 1 : 0;
      boolean alarm =
          comparison.verdict() == FigureVerdict.REGRESSION
              || comparison.verdict() == FigureVerdict.IMPROVEMENT;
      alarms += alarm ? 1 : 0;
    }
    double[] widths =
        figures(all.get(0)).stream()
            .filter(figure -> figure.low() != null)
            .mapToDouble(figure -> width(all, figure.figure()))
            .filter(Double::isFinite) // a figure may not vary at all
            .toArray();
    return String.format(
        Locale.ROOT,
        "| %s | %.1f %% | %.2f | %.2f | %.2f | %.2f | %.2f %% | %.1f %% | %.1f %% |%n",
        name,
        100 * half(ofAll(all, "ops/s")),
        IntStream.range(0, widths.length).mapToDouble(i -> widths[i]).average().orElse(0),
        width(all, "ops/s"),
        width(all, "p50"),
        width(all, "p99"),
        100 - 100.0 * wrong / figures,
        100 - 100.0 * wrongPairs / pairs,
        100.0 * alarms / pairs);
  }

  /** The mean width of the intervals of a figure, in those of the oracle. */
  private static double width(List<Comparison> all, String name) {
    List<FigureComparison> ofAll = ofAll(all, name);
    double deviation =
        new StandardDeviation()
            .evaluate(ofAll.stream().mapToDouble(f -> Math.log1p(f.change())).toArray());
    double reach =
        all.stream()
            .mapToDouble(Comparison::pointwiseConfidence)
            .map(level -> new NormalDistribution().inverseCumulativeProbability((1 + level) / 2))
            .average()
            .orElseThrow();
    return half(ofAll) / (reach * deviation);
  }

  /** The intervals of a figure. */
  private static List<FigureComparison> ofAll(List<Comparison> all, String name) {
    return all.stream()
        .flatMap(comparison -> figures(comparison).stream())
        .filter(figure -> figure.figure().equals(name) && figure.low() != null)
        .toList();
  }

  /** The mean of half their widths, in logarithms. */
  private static double half(List<FigureComparison> figures) {
    return figures.stream()
        .mapToDouble(f -> (Math.log1p(f.high()) - Math.log1p(f.low())) / 2)
        .average()
        .orElse(0);
  }

  private static boolean holds(FigureComparison figure) {
    return figure.low() == null || (figure.low() <= 0 && 0 <= figure.high());
  }

  private static List<FigureComparison> figures(Comparison comparison) {
    return comparison.sets().get(0).operations().get(0).figures();
  }

  private static Comparison compare(SyntheticRuns kind, int pair) {
    try {
      Path dir = Files.createTempDirectory("pair");
      try {
        RunDirectory baseline = kind.write(dir.resolve("a"), 2L * pair);
        RunDirectory candidate = kind.on("other").write(dir.resolve("b"), 2L * pair + 1);
        return Comparer.read(
                List.of(new RunSet("", List.of(baseline), List.of())),
                List.of(new RunSet("", List.of(candidate), List.of())))
            .compare(Margins.USUAL, CONFIDENCE);
      } finally {
        FileUtils.deleteDirectory(dir.toFile());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
