package io.hbench.compare;

import io.hbench.figure.FigureKey;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The effective sample size of a figure. The requests above a percentile determine it; if they all
 * come from one stall, they are one event, however many requests it delayed.
 *
 * <p>Requests count by Kish's effective sample size, (Σx)² / Σx², of the intervals in which they
 * were: 1,000 requests in one interval have an effective sample size of 1; one request in each of
 * 1,000 intervals has one of 1,000.
 */
final class EffectiveSampleSize {
  /** With fewer independent events, resampling the intervals does not describe the variance. */
  private static final double MIN = 10;

  private EffectiveSampleSize() {}

  /**
   * The reason why a figure of runs without repeats has no interval; nothing if the effective
   * sample size is large enough.
   */
  static Optional<String> insufficiency(String side, FigureKey key, List<RunNoise> runs) {
    double[] above =
        runs.stream()
            .map(run -> run.above().get(key.of())[RunParts.column(key.figure())])
            .flatMapToDouble(Arrays::stream)
            .toArray();
    double sum = Arrays.stream(above).sum();
    double squares = Arrays.stream(above).map(x -> x * x).sum();
    double size = squares > 0 ? sum * sum / squares : 0;
    if (size >= MIN) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "not enough data: effective sample size %.1f, needs %.0f (%s: %,.0f %srequests in %d"
                + " intervals)",
            Math.floor(10 * size) / 10, // never rounded up to the minimum
            MIN,
            side,
            sum,
            key.figure().isPercentile() ? "slower " : "",
            Arrays.stream(above).filter(x -> x >= 0.5).count()));
  }
}
