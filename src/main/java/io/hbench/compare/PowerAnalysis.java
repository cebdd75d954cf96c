package io.hbench.compare;

import io.hbench.compare.Comparison.Power;
import io.hbench.figure.FigureKey;
import io.hbench.report.RunReport;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The number of runs, and their length, that would decide the figures that are inconclusive.
 *
 * <p>With so many runs of each side, an interval around no change lies within the margin with a
 * probability of 80 %, and the interval around a change of the margin excludes 0 with 90 %. That is
 * the sample size for equivalence of Julious with quantiles of Student's distribution in place of
 * the normal one. It takes the estimated variances for the true ones, and the variance within a run
 * for inversely proportional to its length.
 *
 * @see <a href="https://doi.org/10.1002/sim.1783">Julious, Sample sizes for clinical trials with
 *     normal data (2004)</a>
 */
public final class PowerAnalysis {
  static final double POWER = 0.8;

  /** More runs of each side are not proposed: longer ones are. */
  public static final int MAX_RUNS = 10;

  /** Multiples of the present length that are tried. */
  private static final int[] LENGTHS = {1, 2, 5, 10};

  /** What runs like these must say, too: what they may do, what may fail, what an outage is. */
  private static final Set<Setting<?>> BESIDE_THE_LOAD =
      Set.of(
          Settings.YES,
          Settings.WRITES_TO_META,
          Settings.ALLOW_WAVES,
          Settings.ABORT_ABOVE,
          Settings.OUTAGE_AFTER);

  /** By number of runs: the margin in standard deviations of a single run. */
  private final double[] reach = new double[MAX_RUNS + 1];

  private final List<Undecided> figures = new ArrayList<>();

  /**
   * An inconclusive figure.
   *
   * @param between variance that longer runs have as well, as logarithm
   * @param within variance within a run, likewise
   */
  private record Undecided(String name, double between, double within, double margin) {}

  /**
   * @param pointwise confidence of each interval
   */
  PowerAnalysis(double pointwise) {
    for (int runs = 2; runs < reach.length; runs++) {
      TDistribution student = new TDistribution(2.0 * runs - 2);
      reach[runs] =
          (student.inverseCumulativeProbability((1 + pointwise) / 2)
                  + student.inverseCumulativeProbability((1 + POWER) / 2))
              * Math.sqrt(2.0 / runs);
    }
  }

  /**
   * Adds an inconclusive figure.
   *
   * @param between variance between runs, of the figure's level; if unknown, what tasks differ by
   *     for all of a run
   * @param within variance within a run, likewise
   * @param margin as a difference of levels
   */
  void add(FigureKey key, double between, double within, double margin) {
    figures.add(new Undecided(key.of() + " " + key.figure(), between, within, margin));
  }

  /**
   * The plan that decides the most figures, with runs as short as possible; null if there is
   * nothing to decide.
   *
   * @param report of a run of the load
   * @param runVarianceKnown false if the variance between runs was not estimated
   */
  Power plan(RunReport report, boolean runVarianceKnown, boolean offersCommand) {
    if (figures.isEmpty()) {
      return null;
    }
    boolean run = Command.RUN.toString().equals(setting(report, Settings.COMMAND));
    int best = 1;
    for (int length : run ? LENGTHS : new int[] {1}) {
      best = decided(length).size() > decided(best).size() ? length : best;
    }
    int length = best;
    List<Undecided> decided = decided(length);
    int runs = decided.stream().mapToInt(figure -> runs(figure, length)).max().orElse(0);
    boolean alone = setting(report, Settings.TENANT).isEmpty(); // no command has its neighbours
    return new Power(
        POWER,
        runs,
        length * report.window().seconds(),
        runVarianceKnown,
        decided.stream().map(Undecided::name).toList(),
        figures.stream().filter(f -> !decided.contains(f)).map(Undecided::name).toList(),
        offersCommand && run && alone && runs > 0
            ? command(report, length) + " --repeat " + runs
            : null);
  }

  private List<Undecided> decided(int length) {
    return figures.stream().filter(figure -> runs(figure, length) <= MAX_RUNS).toList();
  }

  /** The number of runs of each side for a figure; more than the maximum if that is too few. */
  private int runs(Undecided figure, int length) {
    double deviation = Math.sqrt(figure.between + figure.within / length);
    int runs = 2;
    while (runs <= MAX_RUNS && reach[runs] * deviation > figure.margin) {
      runs++;
    }
    return runs;
  }

  private static String setting(RunReport report, Setting<?> setting) {
    return report.settings().getOrDefault(setting.name(), "");
  }

  /** The command line of such a run, with a multiple of its length. */
  private static String command(RunReport report, int times) {
    Map<Setting<?>, String> settings = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      if (!setting.has(SettingRole.NO_LOAD_EFFECT)
          || setting.has(SettingRole.ROW_CONTENT)
          || BESIDE_THE_LOAD.contains(setting)) {
        settings.put(setting, setting(report, setting));
      }
    }
    settings.values().removeIf(String::isEmpty);
    if (times > 1) {
      lengthen(settings, report, times);
    }
    return CommandLineText.of(settings);
  }

  private static void lengthen(Map<Setting<?>, String> settings, RunReport report, int times) {
    for (Setting<Long> count : Arrays.asList(Settings.OPS, Settings.ROW_BUDGET)) {
      if (settings.containsKey(count)) {
        long value = count.kind().read().apply(settings.get(count));
        settings.put(count, Long.toString(times * value));
        return;
      }
    }
    settings.remove(Settings.UNTIL); // the length is known now
    long seconds = times * Math.max(1, Math.round(report.window().seconds()));
    settings.put(Settings.FOR, seconds + "s");
  }
}
