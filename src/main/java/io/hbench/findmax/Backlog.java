package io.hbench.findmax;

import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.Point;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Whether a run kept up with its rate. Requests belong to the instant at which they were due, so a
 * backlog shows as response times that grow, and not in the number of requests: if they grow by
 * 0.02 s every second, what is due within a second takes 1.02 s.
 *
 * @param growth seconds by which the median response time grows every second; 0 unless it does so
 *     beyond doubt (the slope of the least-squares line, with a confidence of 95 %)
 * @param reached the share of the rate that was reached
 */
record Backlog(double growth, double reached) {
  private static final double MICROS = 1e6;

  /** Where less was sent of what was due, slots were missing, and response times end with them. */
  private static final double WHOLE = 0.9;

  private static final int LEAST_POINTS = 3;

  static Backlog of(RunReport report) {
    double growth = growth(report);
    double due = report.pace().scheduled();
    double sent = due == 0 ? 0 : 1 - report.pace().unsent() / due;
    return new Backlog(growth, growth > 0 ? 1 / (1 + growth) : sent);
  }

  private static double growth(RunReport report) {
    String most =
        report.operations().stream()
            .max(Comparator.comparing(OperationReport::count))
            .map(OperationReport::operation)
            .orElse("");
    List<Point> points =
        report.timeline().points().stream()
            .filter(p -> p.operation().equals(most) && p.p50() != null)
            .toList();
    long full = points.stream().mapToLong(Point::count).max().orElse(0);
    SimpleRegression line = new SimpleRegression();
    points.stream()
        .filter(p -> p.count() >= WHOLE * full)
        .forEach(p -> line.addData(p.t(), p.p50() / MICROS));
    if (line.getN() < LEAST_POINTS) {
      return 0;
    }
    double slope = line.getSlope();
    double doubt = line.getSlopeConfidenceInterval();
    return Math.abs(slope) > doubt || Double.isNaN(doubt) ? slope : 0;
  }
}
