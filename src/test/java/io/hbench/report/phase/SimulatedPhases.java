package io.hbench.report.phase;

import io.hbench.latency.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How often the return to the band of before is found too early or too late, by simulation. The
 * logarithm of the p99 of intervals is an autoregressive series; one interval in a hundred is a
 * hiccup, three times as slow. After the event it is higher by a factor for some intervals, and as
 * before then.
 */
public final class SimulatedPhases {
  private static final int AFTER = 60;
  private static final double HICCUP = 0.01;
  private static final double MICROS = 10_000;

  /** Intervals of the effect, if there is one. */
  static final int EFFECT = 30;

  /** Intervals by which a return may be off. */
  static final int TOLERANCE = 5;

  /**
   * A kind of run.
   *
   * @param before intervals before the event
   * @param noise standard deviation of the logarithm of p99
   * @param memory correlation of neighbours
   * @param effect factor of p99 after the event
   */
  record Kind(int before, double noise, double memory, double effect) {
    int end() {
      return effect == 1 ? 0 : EFFECT;
    }
  }

  /**
   * Shares of runs.
   *
   * @param early found in the effect, by more than the tolerance
   * @param late found later than the tolerance after the effect, or never
   */
  record Wrong(double early, double late) {}

  private SimulatedPhases() {}

  static Wrong wrong(Kind kind, int repetitions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int early = 0;
    int late = 0;
    for (int i = 0; i < repetitions; i++) {
      List<IntervalLevel> levels = levels(kind, random);
      int after =
          Band.of(levels.subList(0, kind.before))
              .flatMap(band -> band.back(levels, kind.before + 1))
              .map(back -> back - kind.before - 1)
              .orElse(Integer.MAX_VALUE);
      early += after < kind.end() - TOLERANCE ? 1 : 0;
      late += after > kind.end() + TOLERANCE ? 1 : 0;
    }
    return new Wrong((double) early / repetitions, (double) late / repetitions);
  }

  private static List<IntervalLevel> levels(Kind kind, SplittableRandom random) {
    List<IntervalLevel> levels = new ArrayList<>();
    double x = random.nextGaussian();
    for (int i = 0; i < kind.before + 1 + AFTER; i++) {
      x = kind.memory * x + Math.sqrt(1 - kind.memory * kind.memory) * random.nextGaussian();
      boolean inEffect = i >= kind.before && i < kind.before + 1 + kind.end();
      double hiccup = random.nextDouble() < HICCUP ? 3 : 1;
      levels.add(level(MICROS * Math.exp(kind.noise * x) * hiccup * (inEffect ? kind.effect : 1)));
    }
    return levels;
  }

  static IntervalLevel level(double p99) {
    return new IntervalLevel(
        1_000,
        0,
        new LatencySummary(
            "us", 1_000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, p99, null, null, null, p99));
  }

  /** The table of the bench. */
  public static String table(int repetitions) {
    StringBuilder text =
        new StringBuilder(
            format(
                "phases: %,d runs each; return found over %d intervals too early / too late%n%n"
                    + "%7s%7s%8s%18s%18s%18s%18s%n",
                repetitions,
                TOLERANCE,
                "before",
                "noise",
                "memory",
                "no effect",
                "p99 x 1.5",
                "p99 x 2",
                "p99 x 5"));
    for (int before : new int[] {10, 30, 120}) {
      for (double noise : new double[] {0.05, 0.15, 0.3}) {
        for (double memory : new double[] {0, 0.5}) {
          text.append(format("%7d%6.0f%%%8.1f", before, 100 * noise, memory));
          for (double effect : new double[] {1, 1.5, 2, 5}) {
            Wrong wrong = wrong(new Kind(before, noise, memory, effect), repetitions, 1);
            text.append(
                format("%18s", format("%.1f / %.1f %%", 100 * wrong.early, 100 * wrong.late)));
          }
          text.append(System.lineSeparator());
        }
      }
    }
    return text.toString();
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
