package io.hbench.latency;

import com.google.gson.annotations.SerializedName;
import io.hbench.figure.Figure;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Summary of a latency histogram, in microseconds.
 *
 * <p>A percentile with too few samples is null: p99 needs 100 samples, p99.9 needs 1,000 and so on
 * (the rule of Elastic's Rally, {@code percentiles_for_sample_size}). Without samples all figures
 * but the count are null.
 *
 * @param unit of all times: {@code us}
 */
public record LatencySummary(
    String unit,
    long count,
    Double min,
    Double mean,
    Double stddev,
    Double p50,
    Double p75,
    Double p90,
    Double p95,
    Double p99,
    @SerializedName("p99.9") Double p999,
    @SerializedName("p99.99") Double p9999,
    @SerializedName("p99.999") Double p99999,
    Double max) {

  private static final double NANOS_PER_MICRO = 1_000;

  public static LatencySummary of(Histogram nanos) {
    boolean any = nanos.getTotalCount() > 0;
    Moments moments = Moments.of(nanos);
    return new LatencySummary(
        "us",
        nanos.getTotalCount(),
        any ? micros((double) nanos.getMinValue()) : null,
        any ? micros(moments.mean) : null,
        any ? micros(moments.deviation) : null,
        percentile(nanos, 50, 2),
        percentile(nanos, 75, 4),
        percentile(nanos, 90, 10),
        percentile(nanos, 95, 20),
        percentile(nanos, 99, 100),
        percentile(nanos, 99.9, 1_000),
        percentile(nanos, 99.99, 10_000),
        percentile(nanos, 99.999, 100_000),
        any ? micros((double) nanos.getMaxValue()) : null);
  }

  /** A figure of the register; null if there are too few samples, or if it is no latency. */
  public Double value(Figure figure) {
    return switch (figure) {
      case MIN -> min;
      case MEAN -> mean;
      case P50 -> p50;
      case P75 -> p75;
      case P90 -> p90;
      case P95 -> p95;
      case P99 -> p99;
      case P999 -> p999;
      case P9999 -> p9999;
      case P99999 -> p99999;
      case MAX -> max;
      default -> null;
    };
  }

  /**
   * Mean and standard deviation, in one pass over the buckets: HdrHistogram's methods take three,
   * which were most of the time to summarize an interval. Sums are of distances from the median,
   * which is at most a deviation from the mean: no figure is the small difference of large ones.
   */
  private record Moments(double mean, double deviation) {
    static Moments of(Histogram nanos) {
      double origin = nanos.medianEquivalentValue(nanos.getValueAtPercentile(50));
      double n = nanos.getTotalCount();
      double sum = 0;
      double squares = 0;
      for (HistogramIterationValue bucket : nanos.recordedValues()) {
        double distance = nanos.medianEquivalentValue(bucket.getValueIteratedTo()) - origin;
        sum += distance * bucket.getCountAtValueIteratedTo();
        squares += distance * distance * bucket.getCountAtValueIteratedTo();
      }
      double mean = sum / n;
      return new Moments(origin + mean, Math.sqrt(Math.max(0, squares / n - mean * mean)));
    }
  }

  private static Double percentile(Histogram nanos, double percentile, long needed) {
    return nanos.getTotalCount() < needed
        ? null
        : micros((double) nanos.getValueAtPercentile(percentile));
  }

  private static Double micros(double nanos) {
    return nanos / NANOS_PER_MICRO;
  }
}
