package io.hbench.report;

import io.hbench.report.RunReport.Point;
import java.util.List;

/**
 * What is known of an interval while a run goes on: the timeline's points, as far as they have come
 * in.
 *
 * @param t seconds from the start of the window to the start of the interval
 * @param seconds its length
 * @param tasks that are through with it
 * @param of how many tasks there are
 */
public record LiveInterval(double t, double seconds, int tasks, int of, List<Point> points) {
  public double end() {
    return t + seconds;
  }
}
