package io.hbench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much stands behind a figure: a percentile is made by the requests above it, and if these all
 * come from one stall, there is one event, however many requests met it.
 */
final class EffectiveSampleSize {
  /** Of fewer events, no resampling can tell what others might have been. */
  private static final double LEAST = 10;

  private EffectiveSampleSize() {}

  /**
   * Why a figure of runs that stand alone can't be judged, or nothing. Requests count by Kish's
   * effective sample size of the intervals that they are in: 1,000 of them in one interval are
   * worth 1, and one in each of 1,000 intervals 1,000.
   */
  static Optional<String> isMissing(String side, FigureKey cell, List<RunNoise> runs) {
    double[] above =
        runs.stream()
            .map(run -> run.above().get(cell.operation())[cell.figure().column()])
            .flatMapToDouble(Arrays::stream)
            .toArray();
    double sum = Arrays.stream(above).sum();
    double squares = Arrays.stream(above).map(x -> x * x).sum();
    double worth = squares > 0 ? sum * sum / squares : 0;
    if (worth >= LEAST) {
      return Optional.empty();
    }
    String what =
        cell.figure() == ComparedFigure.THROUGHPUT
            ? String.format(Locale.ROOT, "%,.0f requests", sum)
            : String.format(Locale.ROOT, "%,.0f requests took longer", sum);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "too little to go by: in %s, %s, in %d of %d intervals: worth %.1f (%.0f needed)",
            side,
            what,
            Arrays.stream(above).filter(x -> x >= 0.5).count(),
            above.length,
            Math.floor(10 * worth) / 10, // never rounded up to what it takes
            LEAST));
  }
}
