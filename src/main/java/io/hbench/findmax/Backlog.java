package io.hbench.findmax;

import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Backlog of a run with a rate. Requests are recorded at their intended time, so saturation shows
 * as growing response times and not in the number of requests: if response times grow by 0.02 s per
 * second, the requests of one second take 1.02 s.
 *
 * @param growth of the median response time, in seconds per second: the slope of the least-squares
 *     line, or 0 if its 95 % confidence interval contains 0
 * @param reached share of the rate that was reached, 0 to 1
 */
record Backlog(double growth, double reached) {
  private static final double MICROS = 1e6;

  /**
   * Share of the fullest interval's requests that an interval needs: where requests were dropped,
   * response times stop growing.
   */
  private static final double MIN_SHARE_OF_REQUESTS = 0.9;

  private static final int MIN_POINTS = 3;

  static Backlog of(RunReport report) {
    double growth = growth(report);
    double due = report.pace().scheduled();
    double sent = due == 0 ? 0 : 1 - report.pace().dropped() / due;
    return new Backlog(growth, growth > 0 ? 1 / (1 + growth) : sent);
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
    SimpleRegression line = new SimpleRegression();
    points.stream()
        .filter(p -> p.count() >= MIN_SHARE_OF_REQUESTS * full)
        .forEach(p -> line.addData(p.t(), p.p50() / MICROS));
    if (line.getN() < MIN_POINTS) {
      return 0;
    }
    double slope = line.getSlope();
    double halfWidth = line.getSlopeConfidenceInterval();
    return Math.abs(slope) > halfWidth || Double.isNaN(halfWidth) ? slope : 0;
  }
}
