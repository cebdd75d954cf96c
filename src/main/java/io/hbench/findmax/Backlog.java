package io.hbench.findmax;

import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Backlog of a run with a rate. Requests are recorded at their intended time, so saturation shows
 * as growing response times and not in the number of requests: if response times grow by 0.02 s per
 * second, the requests of one second take 1.02 s.
 *
 * <p>The growth is Theil and Sen's slope (Sen, Journal of the American Statistical Association 63,
 * 1968): a stall that ends with the run is no backlog, as long as it fills less than 29 % of it.
 *
 * @param growth of the median response time, in seconds per second, or 0 if its 95 % confidence
 *     interval contains 0
 * @param reached share of the rate that was reached, 0 to 1
 */
record Backlog(double growth, double reached) {
  private static final double MICROS = 1e6;

  /**
   * Share of the fullest interval's requests that an interval needs: where requests were dropped,
   * response times stop growing. Where requests are drawn, it has a few less by chance.
   */
  private static final double MIN_SHARE_OF_REQUESTS = 0.9;

  /** By which a drawn number of requests is smaller by chance. */
  private static final double STANDARD_DEVIATIONS = 3;

  /** With fewer, no slope differs from 0 with a confidence of 95 %. */
  private static final int MIN_POINTS = 5;

  /** Of the normal distribution, for 95 %. */
  private static final double Z = 1.96;

  static Backlog of(RunReport report) {
    double growth = growth(report);
    double due = report.pace().scheduled();
    double sent = due == 0 ? 0 : 1 - report.pace().dropped() / due;
    return new Backlog(growth, Math.min(sent, 1 / (1 + Math.max(0, growth))));
  }

  private static double growth(RunReport report) {
    String busiest =
        report.operations().stream()
            .max(Comparator.comparing(OperationReport::count))
            .map(OperationReport::operation)
            .orElse("");
    List<Point> points =
        report.timeline().points().stream()
            .filter(p -> p.operation().equals(busiest) && p.p50() != null)
            .toList();
    long full = points.stream().mapToLong(Point::count).max().orElse(0);
    double least = MIN_SHARE_OF_REQUESTS * full - STANDARD_DEVIATIONS * Math.sqrt((double) full);
    List<Point> whole = points.stream().filter(p -> p.count() >= least).toList();
    return whole.size() < MIN_POINTS ? 0 : slope(whole);
  }

  /**
   * Theil and Sen's slope: the median of the slopes between all pairs of points, or 0 if Sen's
   * confidence interval contains 0.
   */
  private static double slope(List<Point> points) {
    int n = points.size();
    double[] slopes =
        IntStream.range(0, n)
            .boxed()
            .flatMapToDouble(
                i ->
                    IntStream.range(i + 1, n).mapToDouble(j -> slope(points.get(i), points.get(j))))
            .sorted()
            .toArray();
    double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5.0) / 18); // of Kendall's statistic
    int outside = (int) Math.max(1, Math.round((slopes.length - Z * deviation) / 2));
    boolean grows = slopes[outside - 1] > 0;
    boolean shrinks = slopes[slopes.length - outside] < 0;
    return grows || shrinks ? new Median().evaluate(slopes) : 0;
  }

  private static double slope(Point a, Point b) {
    return (b.p50() - a.p50()) / MICROS / (b.t() - a.t());
  }
}
