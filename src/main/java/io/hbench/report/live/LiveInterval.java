package io.hbench.report.live;

import io.hbench.report.RunReport.Point;
import java.util.List;

/**
 * An interval of a run that is still running: the points of the tasks that have flushed it.
 *
 * @param t seconds from the start of the window to the start of the interval
 * @param since seconds from the end of {@code --warmup}, likewise: more, after rows of a warm-up
 * @param seconds length of the interval
 * @param tasks number of tasks that have completed the interval
 * @param of number of all tasks
 */
public record LiveInterval(
    double t, double since, double seconds, int tasks, int of, List<Point> points) {
  public double end() {
    return t + seconds;
  }
}
