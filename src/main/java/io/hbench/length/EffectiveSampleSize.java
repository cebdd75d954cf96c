package io.hbench.length;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import java.util.Arrays;
import java.util.Optional;

/**
 * The effective sample size of a figure. The requests above a percentile determine it; if they all
 * come from one stall, they are one event, however many requests it delayed.
 *
 * <p>Requests count by Kish's effective sample size, (Σx)² / Σx², of the intervals in which they
 * were: 1,000 requests in one interval have an effective sample size of 1; one request in each of
 * 1,000 intervals has one of 1,000.
 */
public final class EffectiveSampleSize {
  /** With fewer independent events, the intervals do not describe the variance. */
  static final double MIN = 10;

  private EffectiveSampleSize() {}

  /** The effective sample size of the requests in some intervals. */
  static double of(double... requests) {
    double sum = Arrays.stream(requests).sum();
    double squares = Arrays.stream(requests).map(x -> x * x).sum();
    return squares > 0 ? sum * sum / squares : 0;
  }

  /**
   * The reason why a figure of runs without repeats has no interval; nothing if the effective
   * sample size is large enough.
   *
   * @param above requests of each interval above the figure
   */
  public static Optional<String> insufficiency(String side, Figure figure, double... above) {
    double size = of(above);
    if (size >= MIN) {
      return Optional.empty();
    }
    return Optional.of(
        format(
            "not enough data: effective sample size %.1f, needs %.0f (%s: %,.0f %srequests in %d"
                + " intervals)",
            Math.floor(10 * size) / 10, // never rounded up to the minimum
            MIN,
            side,
            Arrays.stream(above).sum(),
            figure.isPercentile() ? "slower " : "",
            Arrays.stream(above).filter(x -> x >= 0.5).count()));
  }
}
