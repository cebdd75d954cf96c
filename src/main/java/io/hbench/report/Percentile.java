package io.hbench.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * One point of a percentile curve.
 *
 * @param percentile below 100
 * @param us latency at the percentile, in microseconds
 */
public record Percentile(double percentile, double us) {
  private static final int TICKS_PER_HALF_DISTANCE = 5;
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * The percentile curve of a histogram, with the points of HdrHistogram's {@code .hgrm} files:
   * five for each halving of the distance to 100 %. It ends with the maximum, at the highest
   * percentile that the number of requests supports: 99.9 % for a thousand requests.
   *
   * @return null without requests
   */
  public static List<Percentile> curve(Histogram nanos) {
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
