package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Margins;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.io.FileUtils;

/**
 * How often a live comparison is wrong, by duets whose truth is known.
 *
 * @param duets number of duets
 * @param missed duets in which an interval excludes the truth
 * @param regressions duets with a regression, right or wrong
 * @param improvements duets with an improvement
 * @param width mean width of the interval of ops/s, as a share
 */
public record DuetSimulation(
    int duets, int missed, int regressions, int improvements, double width) {
  private static final double CONFIDENCE = 0.98;

  /** Kinds of noise: calm, a noisy neighbour, one that changes from second to second; short. */
  static final Map<String, SyntheticDuets> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("calm, 100 pairs", new SyntheticDuets(200, 1_000, 0.03, 0.6, 0.02, 1));
    KINDS.put("neighbour of 10 s, 100 pairs", new SyntheticDuets(200, 1_000, 0.3, 0.9, 0.02, 1));
    KINDS.put("neighbour of 2 s, 100 pairs", new SyntheticDuets(200, 1_000, 0.3, 0.6, 0.02, 1));
    KINDS.put("neighbour of 10 s, 30 pairs", new SyntheticDuets(60, 1_000, 0.3, 0.9, 0.02, 1));
  }

  /** Simulates duets of one kind. */
  static DuetSimulation of(SyntheticDuets kind, int duets, long seed) throws IOException {
    return of(kind, duets, seed, CONFIDENCE);
  }

  static DuetSimulation of(SyntheticDuets kind, int duets, long seed, double confidence)
      throws IOException {
    Path dir = Files.createTempDirectory("duets");
    int missed = 0;
    int regressions = 0;
    int improvements = 0;
    double width = 0;
    try {
      for (int i = 0; i < duets; i++) {
        Path path = dir.resolve(Integer.toString(i));
        Comparison comparison =
            Comparer.live(kind.write(path, seed * 1_000_003 + i))
                .compare(Margins.USUAL, confidence);
        FileUtils.deleteDirectory(path.toFile());
        List<FigureComparison> figures = comparison.sets().get(0).operations().get(0).figures();
        missed += figures.stream().allMatch(f -> holds(f, kind.slower())) ? 0 : 1;
        regressions += comparison.verdict() == FigureVerdict.REGRESSION ? 1 : 0;
        improvements += comparison.verdict() == FigureVerdict.IMPROVEMENT ? 1 : 0;
        width += (figures.get(0).high() - figures.get(0).low()) / duets;
      }
    } finally {
      FileUtils.deleteDirectory(dir.toFile());
    }
    return new DuetSimulation(duets, missed, regressions, improvements, width);
  }

  /**
   * The mean width of the interval of ops/s of two runs, one after the other, in the time of a
   * duet.
   */
  private static double widthOfRuns(SyntheticDuets kind, int comparisons) throws IOException {
    Path dir = Files.createTempDirectory("runs");
    double width = 0;
    try {
      for (int i = 0; i < comparisons; i++) {
        RunSet baseline = set(kind.halves().write(dir.resolve("a" + i), 2L * i));
        RunSet candidate = set(kind.halves().write(dir.resolve("b" + i), 2L * i + 1));
        FigureComparison figure =
            Comparer.read(List.of(baseline), List.of(candidate))
                .compare(Margins.USUAL, CONFIDENCE)
                .sets()
                .get(0)
                .operations()
                .get(0)
                .figures()
                .get(0);
        width += (figure.high() - figure.low()) / comparisons;
      }
    } finally {
      FileUtils.deleteDirectory(dir.toFile());
    }
    return width;
  }

  private static RunSet set(RunDirectory run) {
    return new RunSet("", List.of(run), List.of());
  }

  /** A Markdown table of the widths of intervals, beside those of two runs in the same time. */
  public static String widths(int comparisons) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| noise | width, two runs | width, duet | ratio |");
    lines.add("|---|---|---|---|");
    for (Map.Entry<String, SyntheticDuets> kind : KINDS.entrySet()) {
      double runs = widthOfRuns(kind.getValue(), comparisons);
      double duets = of(kind.getValue(), comparisons, 1).width;
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %.1f %% | %.1f %% | %.1f |",
              kind.getKey(),
              100 * runs,
              100 * duets,
              runs / duets));
    }
    return String.join("\n", lines);
  }

  private static boolean holds(FigureComparison figure, double slower) {
    double truth = (figure.figure().equals("ops/s") ? 1 / slower : slower) - 1;
    return figure.low() == null || (figure.low() <= truth && truth <= figure.high());
  }

  /** A Markdown table of all kinds, without a difference and with one of 5 %. */
  public static String table(int duets) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| noise | duets | an interval excludes the truth | false alarms | 5 % slower found"
            + " | width, ops/s |");
    lines.add("|---|---|---|---|---|---|");
    for (Map.Entry<String, SyntheticDuets> kind : KINDS.entrySet()) {
      DuetSimulation same = of(kind.getValue(), duets, 1);
      DuetSimulation slower = of(kind.getValue().slower(1.05), duets, 2);
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% |",
              kind.getKey(),
              2 * duets,
              50.0 * (same.missed + slower.missed) / duets,
              100.0 * (same.regressions + same.improvements) / duets,
              100.0 * slower.regressions / duets,
              100 * same.width));
    }
    return String.join("\n", lines);
  }
}
