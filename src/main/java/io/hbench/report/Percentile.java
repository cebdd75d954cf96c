package io.hbench.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * One point of a percentile curve.
 *
 * @param percentile below 100
 * @param us the latency in microseconds that so many percent of the requests did not exceed
 */
public record Percentile(double percentile, double us) {
  private static final int TICKS_PER_HALF_DISTANCE = 5;
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * The curve as HdrHistogram's {@code .hgrm} files have it: five points each time that the rest up
   * to 100 % halves. It ends with the longest time, at the percentile that the count carries: one
   * request of a thousand is beyond 99.9 %, and nothing is known of 99.99 %.
   *
   * @return null without requests
   */
  static List<Percentile> curve(Histogram nanos) {
    long count = nanos.getTotalCount();
    if (count == 0) {
      return null;
    }
    double last = 100.0 * (count - 1) / count;
    List<Percentile> curve = new ArrayList<>();
    for (HistogramIterationValue step : nanos.percentiles(TICKS_PER_HALF_DISTANCE)) {
      if (step.getPercentileLevelIteratedTo() < last) {
        curve.add(
            new Percentile(
                step.getPercentileLevelIteratedTo(), step.getValueIteratedTo() / NANOS_PER_MICRO));
      }
    }
    curve.add(new Percentile(last, nanos.getMaxValue() / NANOS_PER_MICRO));
    return curve;
  }
}
