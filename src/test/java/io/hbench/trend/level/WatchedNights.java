package io.hbench.trend.level;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** How often a watch over many nights is wrong, and what it finds: simulations of suites. */
public final class WatchedNights {
  /** Those of {@code job-conf/nightly.yaml}. */
  private static final int FIGURES = 42;

  private static final List<Integer> LENGTHS = List.of(20, 40, 100, 300);

  /** A step of 7 % where nights vary by 2 %. */
  private static final double STEP = 7;

  private static final List<Integer> BEFORE = List.of(12, 30, 90);

  /** A night that is 25 % slower, in which the others vary by 2 %. */
  private static final double BAD = 25;

  private static final int SINGLE = 40;
  private static final int WITHIN = 5;

  private WatchedNights() {}

  /** False alarms in 100 nights of a suite without a change, and the share of steps found. */
  public static String table(int suites) {
    StringBuilder text = new StringBuilder("| nights | ");
    LENGTHS.forEach(length -> text.append("%d | ".formatted(length)));
    BEFORE.forEach(before -> text.append("7 % after ").append(before).append(" | "));
    text.append("one night | 25 % in one night |");
    text.append("\n|---|");
    text.append("---|".repeat(LENGTHS.size() + BEFORE.size() + 2)).append("\n");
    for (MadeNights nights : MadeNights.values()) {
      text.append("| ").append(nights).append(" | ");
      for (int length : LENGTHS) {
        double alarms = average(suites, seed -> alarmNights(nights, length, seed));
        text.append(String.format(Locale.ROOT, "%.2f | ", 100 * alarms / length));
      }
      for (int before : BEFORE) {
        double found = average(3 * suites, seed -> isFound(nights, before, seed) ? 1 : 0);
        text.append(String.format(Locale.ROOT, "%.0f %% | ", 100 * found));
      }
      double surprises = average(10 * suites, seed -> surprises(nights, seed) > 0 ? 1 : 0);
      double seen = average(3 * suites, seed -> isSurprise(nights, seed) ? 1 : 0);
      text.append(String.format(Locale.ROOT, "%.2f | %.0f %% |%n", 100 * surprises, 100 * seen));
    }
    return text.toString();
  }

  private interface Trial {
    double of(long seed);
  }

  private static double average(int trials, Trial trial) {
    return LongStream.range(0, trials).parallel().mapToDouble(trial::of).average().orElseThrow();
  }

  /** The number of nights with an alarm, of a suite in which nothing has changed. */
  static int alarmNights(MadeNights nights, int length, long seed) {
    return ChangeWatch.of(nights.figures(FIGURES, length, seed, 0, 0, 0)).stream()
        .flatMap(watched -> watched.changes().stream())
        .map(Found::seen)
        .collect(Collectors.toSet())
        .size();
  }

  /** Whether a step is found within five nights, at most two nights from where it is. */
  static boolean isFound(MadeNights nights, int before, long seed) {
    return ChangeWatch.of(nights.figures(FIGURES, before + WITHIN, seed, 0.05, STEP, before))
        .get(0)
        .changes()
        .stream()
        .anyMatch(found -> Math.abs(found.index() - before) <= 2);
  }

  /** The number of figures whose last night is a surprise, though nothing has changed. */
  static long surprises(MadeNights nights, long seed) {
    List<ChangeWatch.Watched> watched =
        ChangeWatch.of(nights.figures(FIGURES, SINGLE, seed, 0.05, 0, 0));
    return watched.stream().filter(one -> one.usual().seen() >= 0).count();
  }

  private static boolean isSurprise(MadeNights nights, long seed) {
    List<ChangeWatch.Figure> figures = nights.figures(FIGURES, SINGLE, seed, 0.05, BAD, SINGLE - 1);
    return ChangeWatch.of(figures).get(0).usual().seen() >= 0;
  }
}
